"""A check in all tests: code of the platform that raises `Round.rev` has locked the round first.

A move locks the round, then the match. Code that locks them in the other order could deadlock with
it, and the triggers that raise `rev` lock the round.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

PLATFORM = str(Path(__file__).parents[2] / "platform")
TESTS = str(Path(__file__).parents[2] / "tests")

LOCKS = re.compile(r"FROM \"?matches_round\b.*\bFOR UPDATE|\bUPDATE \"?matches_round\b", re.DOTALL)
RAISES = re.compile(
    r"(?:UPDATE|INSERT INTO|DELETE FROM) \"?matches_(?:match|seat|pause|departure|correction|arbiter"
    r"|standingorder)\b"
)
"""Users are not listed: a change of one raises `rev` of each running match, and locks no match."""
UPDATES = "SELECT n_tup_upd FROM pg_stat_xact_user_tables WHERE relname = 'matches_round'"
"""The number of rounds that this transaction has updated so far."""


def watch() -> None:
    """Begin to check each connection to the database."""
    connection_created.connect(_watch, dispatch_uid="round_locks")
    for connection in connections.all(initialized_only=True):
        _watch(connection=connection)


def _watch(connection: BaseDatabaseWrapper, **_: object) -> None:
    if _check not in connection.execute_wrappers:
        connection.execute_wrappers.append(_check)


def _check(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    connection = context["connection"]
    if LOCKS.search(sql):
        done = execute(sql, params, many, context)
        connection.round_locked_by = _ask(connection, "SELECT pg_current_xact_id()::text")
        return done
    if not (RAISES.search(sql) and _is_of_platform()):
        return execute(sql, params, many, context)
    with nullcontext() if connection.in_atomic_block else transaction.atomic():
        before = _ask(connection, UPDATES)
        done = execute(sql, params, many, context)
        if _ask(connection, UPDATES) != before:
            here = _ask(connection, "SELECT pg_current_xact_id()::text")
            assert getattr(connection, "round_locked_by", None) == here, (
                f"lock the match with `lock_match_and_round` before this: {sql}"
            )
    return done


def _ask(connection: Any, sql: str) -> Any:
    """Return a value from the database; the tests that count statements do not see it."""
    return connection.connection.execute(sql).fetchone()[0]


def _is_of_platform() -> bool:
    """Return whether our nearest code in the stack is the platform's, rather than a test's."""
    frame = sys._getframe(2)
    while frame is not None:
        path = frame.f_code.co_filename
        if path.startswith(PLATFORM):
            return True
        if path.startswith(TESTS) and path != __file__:
            return False
        frame = frame.f_back  # type: ignore[assignment]  # None ends the loop
    return False
