"""An HTTP address per process from which Prometheus reads its metrics (`NIGHTCAP_METRICS`).

No Prometheus module is imported before it is known whether the children of a worker share their
counters, because the client decides that at import.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from atexit import register
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

SHARED = "PROMETHEUS_MULTIPROC_DIR"


def share_between_children() -> None:
    """Make the children of this worker share their counters, if its metrics are exported."""
    if "worker" in sys.argv and os.environ.get("NIGHTCAP_METRICS") and SHARED not in os.environ:
        folder = os.environ[SHARED] = tempfile.mkdtemp(prefix="nightcap-metrics-")
        register(_forget, folder, os.getpid())


def _forget(folder: str, parent: int) -> None:
    if os.getpid() == parent:
        shutil.rmtree(folder, ignore_errors=True)


def open_for_web() -> None:
    """Serve the metrics of this web process, and those that all processes share.

    Raises:
        ImproperlyConfigured: the address cannot be opened.
    """
    from prometheus_client import REGISTRY

    from operations.monitoring.prometheus_collector import ServerCollector

    REGISTRY.register(ServerCollector())
    _listen(REGISTRY)


def open_for_workers() -> None:
    """Serve the metrics of the children of this worker.

    Raises:
        ImproperlyConfigured: the address cannot be opened.
    """
    from prometheus_client import CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    if SHARED in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # it says so of itself
        _listen(registry)


def _listen(registry: CollectorRegistry) -> None:
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from prometheus_client import start_http_server

    if settings.METRICS is None:
        return
    host, port = settings.METRICS
    try:
        start_http_server(port, host, registry)
    except OSError as error:
        raise ImproperlyConfigured(
            f"NIGHTCAP_METRICS: nobody can listen at {host}:{port}: {error.strerror}."
        ) from None
