"""What a seat may do, and what the table does when time is up (RULES.md 3, 4, 7).

On the wire a card goes by its whole face, poison included: only its holder ever names it.
"""

from __future__ import annotations

from typing import TypeAlias

from games.kernel.contract import Action, TableAction


class Offer(Action, frozen=True):
    """The leader shows the first card of a trick, the thumb on its head."""

    card: str


class Raise(Action, frozen=True):
    """Show a higher card; an own one that was offered before is let go."""

    card: str


class Parry(Action, frozen=True):
    """Show the twin of the highest card and take the trick at once."""

    card: str


class Pass(Action, frozen=True):
    """Show nothing now."""


class Acknowledge(Action, frozen=True):
    """The finished trick has been looked at."""


class TimeUp(TableAction, frozen=True):
    """The time of whoever is awaited has passed."""


DaumenDraufAction: TypeAlias = Offer | Raise | Parry | Pass | Acknowledge | TimeUp
