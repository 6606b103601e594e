"""The web process's application, and addresses that make it ill as a bad day does."""

from __future__ import annotations

import itertools
import threading
import time
from typing import Any

from config.serving.asgi import application as application

# isort: split
# Everything below needs the apps that the line above has loaded.
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path

from accounts.session_store import SessionStore
from config import urls
from config.serving import loop_watch
from operations import pool_watch
from realtime import admission

LOOK_S, LOST_S, LOST_LOOKS = 0.2, 1.5, 15
"""Instead of minutes: a test waits for it."""
_loads = itertools.count()
_loading_s = [0.0]
"""Seconds that a session takes on this machine."""
_may_load = threading.Event()
"""Whether sessions are loaded at all; until then those that ask for one wait."""
_may_load.set()
_stolen: list[Any] = []
_load = SessionStore.load


def steal(request: HttpRequest) -> HttpResponse:
    """Take every connection of the process, for good."""
    pool = connection.pool  # type: ignore[attr-defined]  # PostgreSQL's has one
    pool.open()
    _stolen.extend(pool.getconn() for _ in range(pool.max_size))
    return HttpResponse()


def watch(request: HttpRequest) -> HttpResponse:
    """Look after the connections."""
    pool_watch.LOOK_S, pool_watch.LOST_S = LOOK_S, LOST_S
    pool_watch.watch_pool()
    return HttpResponse()


def watch_loop(request: HttpRequest) -> HttpResponse:
    """Look after the loop."""
    loop_watch.LOOK_S, loop_watch.LOST_LOOKS = LOOK_S, LOST_LOOKS
    loop_watch.watch_loop()
    return HttpResponse()


async def stand_in_the_way(request: HttpRequest) -> HttpResponse:
    """Let the loop come round no more."""
    while True:
        pass


def loads(request: HttpRequest) -> HttpResponse:
    """The number of sessions that were loaded before."""
    return HttpResponse(str(next(_loads)))


def load_slowly(store: Any) -> Any:
    """Load a session, slowly."""
    next(_loads)
    time.sleep(_loading_s[0])
    _may_load.wait()
    return _load(store)


def be_slow(request: HttpRequest, ms: int) -> HttpResponse:
    """Take so many milliseconds for each session from now on."""
    _loading_s[0] = ms / 1000
    return HttpResponse()


def stand_still(request: HttpRequest) -> HttpResponse:
    """Load no session until the process may go on."""
    _may_load.clear()
    return HttpResponse()


def go_on(request: HttpRequest) -> HttpResponse:
    """Load sessions again."""
    _may_load.set()
    return HttpResponse()


def be_small(request: HttpRequest, pages: int, soonest: int, latest: int) -> HttpResponse:
    """Let this many pages wait from now on, and the others come back between so many seconds."""
    admission.MOST_WAITING, admission.AWAY_S = pages, (soonest, latest)
    return HttpResponse()


SessionStore.load = load_slowly  # type: ignore[assignment,method-assign]  # a slow machine
urls.urlpatterns[:0] = [
    path("ill/steal/", steal),
    path("ill/watch/", watch),
    path("ill/watch-loop/", watch_loop),
    path("ill/stand-in-the-way/", stand_in_the_way),
    path("ill/loads/", loads),
    path("ill/slow/<int:ms>/", be_slow),
    path("ill/stand-still/", stand_still),
    path("ill/go-on/", go_on),
    path("ill/small/<int:pages>/<int:soonest>/<int:latest>/", be_small),
]
