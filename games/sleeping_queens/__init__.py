"""Sleeping Queens: wake them, steal them, send them back to sleep. The rules are in RULES.md."""

from __future__ import annotations

from games.sleeping_queens.rules import SleepingQueens

GAME = SleepingQueens()

__all__ = ["GAME"]
