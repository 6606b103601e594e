"""The actions of a seat, and of the table on a time-out (RULES.md 4, 8).

In JSON cards have names, in any order.
"""

from __future__ import annotations

from typing import TypeAlias

from games.kernel.contract import Action, TableAction


class Lay(Action, frozen=True):
    """Lay two cards of the hand, openly, on the pair that was laid last."""

    cards: tuple[str, ...]


class DrawTwo(Action, frozen=True):
    """Draw two cards from the stock, as the seat can lay no pair."""


class Pass(Action, frozen=True):
    """Pass, as the seat can lay no pair after drawing either."""


class TimeUp(TableAction, frozen=True):
    """The active seat's time has passed."""


SiebenschlaeferAction: TypeAlias = Lay | DrawTwo | Pass | TimeUp
