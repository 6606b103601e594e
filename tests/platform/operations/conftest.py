"""Fixtures for the tests of operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from urllib.parse import quote

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

Value = TypeVar("Value")


def _database(suffix: str) -> str:
    return f"{connection.settings_dict['NAME']}_{suffix}"


def _create(name: str, template: str = "template0") -> None:
    _drop(name)
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE {template}")


def _drop(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of an empty database on the tests' own server."""
    name = _database("restored")
    _create(name)
    own = connection.settings_dict
    host, user = quote(own["HOST"], safe=""), own["USER"]
    yield f"postgresql://{user}@{host}{f':{port}' if (port := own['PORT']) else ''}/{name}"
    _drop(name)


class Shelf:
    """Initial states of the database `elsewhere` for several tests: each is made once, then copied."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    def filled(self, state: str, make: Callable[[], Value]) -> Value:
        """Set `elsewhere` to this state; return the value that `make` returned at the first time."""
        kept, there = _database(state), _database("restored")
        if state in self._known:
            _create(there, template=kept)
        else:
            self._known[state] = make()
            _create(kept, template=there)
        told: Value = self._known[state]
        return told

    def clear(self) -> None:
        """Delete all states."""
        for state in self._known:
            _drop(_database(state))


@pytest.fixture(scope="module")
def shelf(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Shelf]:
    """The states that the tests of a module share."""
    shelf = Shelf()
    yield shelf
    with django_db_blocker.unblock():
        shelf.clear()
