"""The actors at a table: a person with a session, or a bot."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.contract import Seat


@dataclass(frozen=True, slots=True)
class Person:
    """The user of a page, with the epoch at which the page was opened."""

    user_id: int | None
    epoch: int | None


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot at a seat."""

    seat: Seat
