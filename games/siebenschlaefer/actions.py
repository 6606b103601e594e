"""What a seat may do, and what the table does when time is up (RULES.md 4, 8).

On the wire cards go by name, in any order.
"""

from __future__ import annotations

from typing import TypeAlias

from games.kernel.contract import Action, TableAction


class Lay(Action, frozen=True):
    """Two cards of the hand, openly, on what was laid last."""

    cards: tuple[str, ...]


class DrawTwo(Action, frozen=True):
    """Two cards from the stock, as nothing can be laid."""


class Pass(Action, frozen=True):
    """Nothing can be laid after drawing either."""


class TimeUp(TableAction, frozen=True):
    """The active seat's time has passed."""


SiebenschlaeferAction: TypeAlias = Lay | DrawTwo | Pass | TimeUp
