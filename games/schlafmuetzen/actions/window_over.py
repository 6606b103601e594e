"""The end of the time for calling (RULES.md 5.1)."""

from __future__ import annotations

from games.kernel.contract import TableAction
from games.schlafmuetzen.turn import Turn


class WindowOver(TableAction, frozen=True):
    """The time for calling has passed."""


def carry_out(turn: Turn) -> None:
    """Keep the placement, because no seat called."""
    turn.let_stand()
