"""The actions of a seat, and of the table on a time-out (RULES.md 3, 4, 7).

In JSON a card has its full name, poison included: only its holder ever names it.
"""

from __future__ import annotations

from typing import TypeAlias

from games.kernel.contract import Action, TableAction


class Offer(Action, frozen=True):
    """The leader shows the first card of a trick, with the thumb on its head."""

    card: str


class Raise(Action, frozen=True):
    """Show a higher card; the seat's own earlier offer is released."""

    card: str


class Parry(Action, frozen=True):
    """Show the twin of the highest card and take the trick at once."""

    card: str


class Pass(Action, frozen=True):
    """Show no card now."""


class Acknowledge(Action, frozen=True):
    """The seat has looked at the finished trick."""


class TimeUp(TableAction, frozen=True):
    """The time of the seats that must act has passed."""


DaumenDraufAction: TypeAlias = Offer | Raise | Parry | Pass | Acknowledge | TimeUp
