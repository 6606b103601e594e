"""Health checks for monitoring: whether the process is alive, and whether it is ready."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.migration_state import is_migrated
from core.schema_check import why_not_whole
from matches.services.clock import downtime
from matches.store import backlog
from operations import pool_watch
from operations.heartbeat import BOTS, HEARTBEAT_KEY

log = logging.getLogger(__name__)

LASTS = {"writes": 3.0, "schema": 10.0}
"""Seconds for which a process caches a successful check, because checks cost and many clients may
ask.
"""
_well: dict[str, float] = {}
"""Monotonic time of the last success of each check in this process."""
ROOM = 65_536
"""How many numbers a check lets PostgreSQL spill to the disk of its data: one to two megabytes."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer that the process is alive; a process that can no longer answer a page fails."""
    lost = pool_watch.is_lost()
    return JsonResponse({"ok": not lost}, status=503 if lost else 200)


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer whether all that a match needs is ready; 503 names what is not.

    A busy server is ready: fewer web processes would not make its bots faster.
    """
    found = check_all()
    ready = all(found.values())
    busy = found["database"] and _works("busy", lambda: backlog.measure().busy)
    return JsonResponse({"ok": ready, **found, "busy": busy}, status=200 if ready else 503)


def check_all() -> dict[str, bool]:
    """Return by name whether each thing that a match needs is ready."""
    return {name: _works(name, check) for name, check in CHECKS.items()}


def _works(name: str, check: Callable[[], bool]) -> bool:
    lasts = LASTS.get(name)
    if lasts is not None and time.monotonic() - _well.get(name, -lasts) < lasts:
        return True
    # Any error means that this check failed; the log has the details.
    try:
        found = check()
        if found:
            _well[name] = time.monotonic()
        return found
    except Exception:
        log.warning("Not ready: %s", name, exc_info=True)
        return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _writes() -> bool:
    """Return whether the database accepts a write and has space for more.

    On a full disk, small updates in place succeed for hours while every statement that needs a new
    page fails. Therefore the check also spills data to a file. A standby server, or one that was
    made read-only because its disk is nearly full, rejects the row.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL work_mem = '64kB'")
            cursor.execute("SELECT count(*) FROM generate_series(1, %s)", [ROOM])
        downtime.rewrite_heartbeat()
    return True


def _schema() -> bool:
    why = why_not_whole()
    if why is not None:
        log.error("Not ready: %s", why)
    return why is None


def _valkey() -> bool:
    cache.set("readyz", 1, 10)
    return bool(cache.get("readyz") == 1)


def _workers() -> bool:
    return cache.get(HEARTBEAT_KEY) is not None


def _bots() -> bool:
    return cache.get(f"heartbeat-{BOTS}") is not None


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "writes": _writes,
    "schema": _schema,
    "valkey": _valkey,
    "migrations": is_migrated,
    "workers": _workers,
    "bots": _bots,
}
