"""Conditions under which a substitute may play in the seat of a person who is away.

This module is pure. The service that seats a substitute uses it, and the page that shows which
conditions are missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Protocol, TypeVar

from core import clock
from games.kernel.contract import Millis, Seat
from matches.engine.clocks import HOUR_MS, ClockPauses, due_ms
from matches.models.occupancy import at_shared_devices

LEAST_TO_OBJECT = timedelta(minutes=3)
MOST_TO_OBJECT = timedelta(days=1)


class _Place(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def user_id(self) -> int | None: ...
    @property
    def is_program(self) -> bool: ...
    @property
    def at_device_of_id(self) -> int | None: ...


P = TypeVar("P", bound=_Place)


class _Agreed(Protocol):
    @property
    def rated(self) -> bool: ...
    @property
    def occasion(self) -> object: ...
    @property
    def sealed_until(self) -> object: ...


class _Away(Protocol):
    @property
    def objected(self) -> bool: ...


def counts_beyond_table(agreed: _Agreed) -> bool:
    """Return whether a match counts beyond its table: it is rated, of a league, or a sealed daily
    deal.

    In such a match only a bot plays for an absent person.
    """
    return agreed.rated or bool(agreed.occasion) or agreed.sealed_until is not None


def why_none(agreed: _Agreed, number: int, seats: Sequence[_Place], away: _Away) -> str:
    """Return the code of the refusal if no substitute may take this seat, otherwise "".

    `away`: the absence of the seat's holder, who may have objected to a substitute.
    """
    if counts_beyond_table(agreed):
        return "no_substitute"
    # The other people at a device could not return the seat to a player who comes back.
    if number in at_shared_devices(seats):
        return "no_substitute_at_device"
    return "substitute_unwanted" if away.objected else ""


def still_asked(seats: Iterable[P], number: int, agreed: Collection[int]) -> list[P]:
    """Return the seats whose people have not agreed yet to a substitute in this seat.

    Absent people must agree too. Otherwise the last player present could fill all other seats.
    """
    others = (seat for seat in seats if seat.number != number and not seat.is_program)
    return [seat for seat in others if seat.user_id is not None and seat.user_id not in agreed]


def ms_to_object(pace: Mapping[str, int]) -> int:
    """Return the holder's time to object, in milliseconds.

    It is as long as for a decision, with a minimum of a few minutes and a maximum of a day.

    `pace`: as `models.Match.pace`.
    """
    longest = timedelta(milliseconds=max(pace.values(), default=0))
    time = max(LEAST_TO_OBJECT, min(longest, MOST_TO_OBJECT))
    return clock.scaled_delay(time // timedelta(milliseconds=1))


def takes_hours(pace: Mapping[str, int]) -> bool:
    """Return whether the holder's own hours apply to the time to object.

    They apply where a decision may take an hour or more.
    """
    return max(pace.values(), default=0) >= HOUR_MS


def objection_ends_ms(
    number: Seat, asked_ms: Millis, pace: Mapping[str, int], pauses: ClockPauses
) -> Millis | None:
    """Return when the holder's time to object ends, in milliseconds.

    None while it is stopped and its end is not known. The time counts as for a decision. It does
    not count while the match is paused or the server is down. In correspondence it also does not
    count in the holder's quiet hours or on vacation.
    """
    spans = pauses.of_absent(number, asked_ms) if takes_hours(pace) else pauses.table
    return due_ms(asked_ms, ms_to_object(pace), spans)
