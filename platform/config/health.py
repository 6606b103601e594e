"""Pages for whoever watches over the server: whether the process is there, and whether it can work."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import pool_watch
from config.celery import BOTS, HEARTBEAT_KEY
from core.migrated import is_migrated
from matches.table import backlog

log = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer that the process is there, unless it can answer no page any more."""
    lost = pool_watch.is_lost()
    return JsonResponse({"ok": not lost}, status=503 if lost else 200)


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer whether all that a match needs is there; 503 names what is not.

    A server that is busy is ready: to take web processes away would not let bots think faster.
    """
    found = check_all()
    ready = all(found.values())
    busy = found["database"] and _works("busy", lambda: backlog.measure().busy)
    return JsonResponse({"ok": ready, **found, "busy": busy}, status=200 if ready else 503)


def check_all() -> dict[str, bool]:
    """Whether each thing that a match needs is there, by its name."""
    return {name: _works(name, check) for name, check in CHECKS.items()}


def _works(name: str, check: Callable[[], bool]) -> bool:
    # Whatever goes wrong here is the answer, not an error of ours; the log has the details.
    try:
        return check()
    except Exception:
        log.warning("Not ready: %s", name, exc_info=True)
        return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _valkey() -> bool:
    cache.set("readyz", 1, 10)
    return bool(cache.get("readyz") == 1)


def _workers() -> bool:
    return cache.get(HEARTBEAT_KEY) is not None


def _bots() -> bool:
    return cache.get(f"heartbeat-{BOTS}") is not None


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "valkey": _valkey,
    "migrations": is_migrated,
    "workers": _workers,
    "bots": _bots,
}
