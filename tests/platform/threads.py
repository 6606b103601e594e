"""What a test does to the database from its event loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async

P = ParamSpec("P")
T = TypeVar("T")


def in_a_thread(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """A function that waits for the database, for asynchronous tests; channels' own has no types."""
    awaited: Any = database_sync_to_async(function)
    typed: Callable[P, Awaitable[T]] = awaited
    return typed
