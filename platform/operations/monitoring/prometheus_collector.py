"""Prometheus metrics that are measured when they are scraped, and never in between."""

from __future__ import annotations

import logging
import platform
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import django
from django.conf import settings
from django.db import connection
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from operations.health import check_all
from operations.monitoring.measures import Measures, measure
from realtime.sockets import open_sockets

log = logging.getLogger(__name__)


class ServerCollector(Collector):
    """Collects the metrics that all processes share, and those of this web process."""

    def collect(self) -> Iterator[Metric]:
        """Yield every metric. If database or Valkey is down, yield those of this process and that
        fact.
        """
        yield from self._own()
        try:
            checks = check_all()
            yield _labelled(
                "nightcap_ready", "Whether what a match needs is there", "check", checks
            )
            measures = _measured() if checks["database"] and checks["valkey"] else None
            what = "Whether the server could be measured"
            yield _gauge("nightcap_measured", what, measures is not None)
            if measures is not None:
                yield from families(measures)
        finally:
            connection.close()

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registering needs no database."""
        return ()

    def _own(self) -> Iterator[Metric]:
        sockets = GaugeMetricFamily("nightcap_sockets", "Open sockets", labels=["kind"])
        for kind, count in open_sockets.items():
            sockets.add_metric([kind], count)
        yield sockets
        build = {
            "version": settings.VERSION,
            "python": platform.python_version(),
            "django": django.get_version(),
        }
        family = GaugeMetricFamily(
            "nightcap_build_info", "The versions that this process runs", labels=list(build)
        )
        family.add_metric(list(build.values()), 1)
        yield family
        disk = shutil.disk_usage(_nearest_folder(settings.VAR))
        yield _labelled(
            "nightcap_disk_bytes",
            "The disk of NIGHTCAP_VAR, as this process sees it",
            "which",
            {"free": disk.free, "size": disk.total},
        )
        pool = getattr(connection, "pool", None)
        if pool is not None:
            stats = pool.get_stats()
            family = GaugeMetricFamily(
                "nightcap_pool",
                "Connections to the database that this process holds",
                labels=["state"],
            )
            family.add_metric(["open"], stats.get("pool_size", 0))
            family.add_metric(["idle"], stats.get("pool_available", 0))
            family.add_metric(["waited_for"], stats.get("requests_waiting", 0))
            family.add_metric(["most"], stats.get("pool_max", 0))
            yield family


def _nearest_folder(folder: Path) -> Path:
    """Return the folder, or the existing parent where it would be created; a container has none."""
    return next(path for path in (folder, *folder.parents) if path.exists())


def _measured() -> Measures | None:
    try:
        return measure()
    except Exception:
        # The failed measurement is itself the result.
        log.warning("the server could not be measured", exc_info=True)
        return None


def families(measures: Measures) -> Iterator[Metric]:
    """Yield these measures as metrics."""
    backlog = measures.backlog
    late = {"turns": backlog.turns, "deadlines": backlog.deadlines, "others": backlog.others}
    yield _gauge("nightcap_busy", "Whether there is more to do than is done in time", backlog.busy)
    yield _labelled(
        "nightcap_late",
        "What should have been done by now",
        "what",
        {k: v.count for k, v in late.items()},
    )
    yield _labelled(
        "nightcap_late_seconds",
        "How long the oldest of it has waited",
        "what",
        {k: v.oldest_ms / 1000 for k, v in late.items()},
    )
    yield _gauge("nightcap_failing", "Outbox entries that were tried in vain", backlog.failing)
    yield _labelled(
        "nightcap_heartbeat_age_seconds",
        "Since the last heartbeat of a part",
        "part",
        {part: age / 1000 for part, age in measures.heartbeats.items()},
    )
    matches = GaugeMetricFamily(
        "nightcap_matches", "Matches that are not over", labels=["status", "game", "tempo"]
    )
    for labels, count in measures.matches.items():
        matches.add_metric(list(labels), count)
    yield matches
    yield _labelled("nightcap_queue", "Tasks that wait for a worker", "queue", measures.queues)
    deliveries = GaugeMetricFamily(
        "nightcap_newest_deliveries",
        "What became of the newest thousand deliveries",
        labels=["medium", "status"],
    )
    for (medium, status), count in measures.deliveries.items():
        deliveries.add_metric([medium, status], count)
    yield deliveries
    database = measures.database
    yield _gauge("nightcap_database_bytes", "The size of the database", database.size)
    yield _labelled(
        "nightcap_database_connections",
        "Connections to PostgreSQL, of whomever",
        "which",
        {"open": database.connections, "most": database.most_connections},
    )
    hurried = CounterMetricFamily("nightcap_hurried", "How often a bot thought less, being late")
    hurried.add_metric([], measures.hurried)
    yield hurried


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=float(value))


def _labelled(
    name: str, what: str, label: str, values: dict[str, bool] | dict[str, int] | dict[str, float]
) -> Metric:
    family = GaugeMetricFamily(name, what, labels=[label])
    for one, value in values.items():
        family.add_metric([one], float(value))
    return family
