"""Rules about the holders of seats and about the counts of viewers, shared by all forms of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from games.kernel.contract import Viewer

MISSED_BEFORE_TAKEOVER = 2
"""Number of consecutive decisions that time out before a bot takes the seat."""


class _Held(Protocol):
    @property
    def user_id(self) -> int | None: ...
    @property
    def bot(self) -> str: ...
    @property
    def stand_in(self) -> str: ...


class Occupant:
    """A seat by its holder: `user_id`, or a `bot` of this level, or neither.

    `stand_in`: the level of the bot that plays there for an absent user.
    """

    __slots__ = ()

    @property
    def bot_now(self: _Held) -> str:
        """Return the level of the bot that plays there now, or "" if no bot does."""
        return self.bot or self.stand_in

    @property
    def is_empty(self: _Held) -> bool:
        """Return whether the seat has no holder."""
        return self.user_id is None and not self.bot

    @property
    def is_person(self: _Held) -> bool:
        """Return whether a person plays there now."""
        return self.user_id is not None and not self.stand_in


class _Placed(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def user_id(self) -> int | None: ...
    @property
    def at_device_of_id(self) -> int | None: ...


def at_shared_devices(seats: Sequence[_Placed]) -> frozenset[int]:
    """Return the seats whose holders share a device: its owner's seat, and those of the owner's
    guests.
    """
    owners = {seat.at_device_of_id for seat in seats} - {None}
    return frozenset(
        seat.number for seat in seats if seat.at_device_of_id is not None or seat.user_id in owners
    )


class _Seat(_Held, Protocol):
    @property
    def is_person(self) -> bool: ...


def are_deserted(seats: Sequence[_Seat]) -> bool:
    """Return whether no person plays here any more; false if only bots were seated from the start."""
    return not all(seat.bot for seat in seats) and not any(seat.is_person for seat in seats)


def are_given_up(seats: Sequence[_Seat], *, counts: bool) -> bool:
    """Return whether no person plays here any more, so that the bots rest and the match ends.

    `counts`: the match is rated, or others depend on it. Then the bots play it to its end.
    Otherwise a player who is losing to an absent opponent could end the match by leaving too.
    """
    return not counts and are_deserted(seats)


class _Counting(Protocol):
    @property
    def changes(self) -> int: ...
    @property
    def visible(self) -> list[int]: ...


class Counted:
    """A match with the counts of changes that its viewers have seen.

    `changes`: of the table itself; everyone sees these. `visible`: in its rounds; index 0 for
    spectators, then by seat.
    """

    __slots__ = ()

    def shown_version(self: _Counting, viewer: Viewer) -> int:
        """Return the version that a page of this viewer shows."""
        return self.changes + self.visible[0 if viewer is None else viewer + 1]
