"""What a seat's holder means, and what its viewers' counts do, wherever a match is kept or read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from games.kernel.contract import Viewer

MISSED_BEFORE_TAKEOVER = 2
"""After so many decisions in a row for which somebody's time ran out, a bot takes the seat."""


class _Held(Protocol):
    @property
    def user_id(self) -> int | None: ...
    @property
    def bot(self) -> str: ...
    @property
    def stand_in(self) -> str: ...


class Occupant:
    """A seat by who holds it: `user_id`, or a `bot` of this level, or nobody.

    `stand_in`: the level of the bot that plays there for a user who is away.
    """

    __slots__ = ()

    @property
    def bot_now(self: _Held) -> str:
        """The level of the bot that plays there now, "" if a person does or nobody."""
        return self.bot or self.stand_in

    @property
    def is_empty(self: _Held) -> bool:
        """Whether nobody holds it."""
        return self.user_id is None and not self.bot

    @property
    def is_person(self: _Held) -> bool:
        """Whether a person plays there now."""
        return self.user_id is not None and not self.stand_in


class _Placed(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def user_id(self) -> int | None: ...
    @property
    def at_device_of_id(self) -> int | None: ...


def at_shared_devices(seats: Sequence[_Placed]) -> frozenset[int]:
    """The seats whose holders play with one device by turns: its owner's, and those of their guests."""
    owners = {seat.at_device_of_id for seat in seats} - {None}
    return frozenset(
        seat.number for seat in seats if seat.at_device_of_id is not None or seat.user_id in owners
    )


class _Seat(_Held, Protocol):
    @property
    def is_person(self) -> bool: ...


def are_deserted(seats: Sequence[_Seat]) -> bool:
    """Whether no person plays here any more; where only bots were seated, nobody is missing."""
    return not all(seat.bot for seat in seats) and not any(seat.is_person for seat in seats)


def are_given_up(seats: Sequence[_Seat], *, counts: bool) -> bool:
    """Whether no person plays here any more, so that the bots rest, and the match ends.

    `counts`: it is rated, or somebody else relies on it. Then they play on to its end: whoever was losing
    to an absent opponent would only have to leave as well.
    """
    return not counts and are_deserted(seats)


class _Counting(Protocol):
    @property
    def changes(self) -> int: ...
    @property
    def visible(self) -> list[int]: ...


class Counted:
    """A match by what its viewers have seen change.

    `changes`: of the table itself, which everybody sees. `visible`: in its rounds; index 0 for
    spectators, then by seat.
    """

    __slots__ = ()

    def shown_version(self: _Counting, viewer: Viewer) -> int:
        """The version that a page of this viewer shows."""
        return self.changes + self.visible[0 if viewer is None else viewer + 1]
