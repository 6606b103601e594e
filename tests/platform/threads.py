"""Database access from a test's event loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async

P = ParamSpec("P")
T = TypeVar("T")


def in_a_thread(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Wrap a function that uses the database, for asynchronous tests; unlike channels' own, it is
    typed.
    """
    awaited: Any = database_sync_to_async(function)
    typed: Callable[P, Awaitable[T]] = awaited
    return typed
