"""Fixtures of every test of the platform."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from celery import current_app
from django.db import connection

from accounts.models import User
from realtime import bus
from tests.platform import round_locks
from tests.platform.matches.cast import person


@pytest.fixture(scope="session", autouse=True)
def _rounds_are_locked_first() -> None:
    round_locks.watch()


@pytest.fixture(autouse=True)
def _dealt_alike(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards to each test in every run, so that a failure is repeatable."""
    deals = itertools.count()

    def token_bytes(length: int) -> bytes:
        luck = f"{request.node.nodeid} {next(deals)}"
        return hashlib.sha256(luck.encode()).digest()[:length]

    monkeypatch.setattr("matches.services.rounds.start.token_bytes", token_bytes)


@pytest.fixture
def _valkey_away(settings: Any) -> Iterator[None]:
    """Make Valkey unavailable: cache, bus, presence, limits and queue."""
    nowhere = "unix:///nowhere/valkey.sock"
    settings.REDIS_URL = nowhere
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": nowhere}}
    before = current_app.conf.broker_url
    _connect_anew(nowhere.replace("unix://", "redis+socket://"))
    yield
    _connect_anew(before)


def _connect_anew(broker: str) -> None:
    for line in (bus.client, bus.script):
        line.cache_clear()
    current_app.conf.broker_url = broker
    current_app._pool = None
    current_app.amqp._producer_pool = None


@pytest.fixture
def _database_away(django_db_blocker: Any) -> Iterator[None]:
    """Make the database unavailable."""
    with django_db_blocker.unblock():
        connection.close()
        before = dict(connection.settings_dict)
        connection.settings_dict.update({"HOST": "/nowhere", "PORT": ""})
        yield
        connection.close()
        connection.settings_dict.update(before)


@pytest.fixture
def alice() -> User:
    return person("Alice")


@pytest.fixture
def bob() -> User:
    return person("Bob")


@pytest.fixture
def dora() -> User:
    return person("Dora")
