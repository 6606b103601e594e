"""The web process's application, with addresses that simulate failures for tests."""

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
"""Shorter than in production, where it takes minutes: a test waits for it."""
_loads = itertools.count()
_loading_s = [0.0]
"""The time to load a session here, in seconds."""
_may_load = threading.Event()
"""Set while sessions may be loaded; otherwise requests for one wait."""
_may_load.set()
_stolen: list[Any] = []
_load = SessionStore.load


def steal(request: HttpRequest) -> HttpResponse:
    """Take every connection of the process permanently."""
    pool = connection.pool  # type: ignore[attr-defined]  # PostgreSQL's has one
    pool.open()
    _stolen.extend(pool.getconn() for _ in range(pool.max_size))
    return HttpResponse()


def watch(request: HttpRequest) -> HttpResponse:
    """Start the watchdog of the connections."""
    pool_watch.LOOK_S, pool_watch.LOST_S = LOOK_S, LOST_S
    pool_watch.watch_pool()
    return HttpResponse()


def watch_loop(request: HttpRequest) -> HttpResponse:
    """Start the watchdog of the loop."""
    loop_watch.LOOK_S, loop_watch.LOST_LOOKS = LOOK_S, LOST_LOOKS
    loop_watch.watch_loop()
    return HttpResponse()


async def stand_in_the_way(request: HttpRequest) -> HttpResponse:
    """Block the event loop permanently."""
    while True:
        pass


def loads(request: HttpRequest) -> HttpResponse:
    """Return the number of sessions that were loaded before."""
    return HttpResponse(str(next(_loads)))


def load_slowly(store: Any) -> Any:
    """Load a session slowly."""
    next(_loads)
    time.sleep(_loading_s[0])
    _may_load.wait()
    return _load(store)


def be_slow(request: HttpRequest, ms: int) -> HttpResponse:
    """Take this number of milliseconds to load each session from now on."""
    _loading_s[0] = ms / 1000
    return HttpResponse()


def stand_still(request: HttpRequest) -> HttpResponse:
    """Load no session until `go_on` is called."""
    _may_load.clear()
    return HttpResponse()


def go_on(request: HttpRequest) -> HttpResponse:
    """Load sessions again."""
    _may_load.set()
    return HttpResponse()


def be_small(request: HttpRequest, pages: int, soonest: int, latest: int) -> HttpResponse:
    """Let this number of pages wait from now on; the others return after a random time between
    these seconds.
    """
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
