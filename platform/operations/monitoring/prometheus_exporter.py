"""An HTTP address per process from which Prometheus reads its metrics (`NIGHTCAP_METRICS`).

No Prometheus module is imported before it is known whether the children of a worker share their
counters, because the client decides that at import.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from atexit import register
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

SHARED = "PROMETHEUS_MULTIPROC_DIR"
_parent = 0
"""The process whose children share their counters: it serves the metrics of all."""


def share_between_children() -> None:
    """Make the children of this process share their counters, if its metrics are exported."""
    global _parent
    _parent = os.getpid()
    if os.environ.get("NIGHTCAP_METRICS") and SHARED not in os.environ:
        folder = os.environ[SHARED] = tempfile.mkdtemp(prefix="nightcap-metrics-")
        register(_forget, folder)


def _forget(folder: str) -> None:
    if os.getpid() == _parent:
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
    """Serve the metrics of all children; a child serves none.

    Raises:
        ImproperlyConfigured: the address cannot be opened.
    """
    if SHARED not in os.environ or os.getpid() != _parent:
        return
    from prometheus_client import CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

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
