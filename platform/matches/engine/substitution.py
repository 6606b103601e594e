"""Whether somebody else may play on in the seat of a person who is away, and what it takes.

Pure: for the service that seats a substitute and for the page that says what is missing.
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
    """Whether a match is rated, arranged by a league, or a daily deal (sealed): a bot alone plays on there."""
    return agreed.rated or bool(agreed.occasion) or agreed.sealed_until is not None


def why_none(agreed: _Agreed, number: int, seats: Sequence[_Place], away: _Away) -> str:
    """The code of the refusal where nobody else sits in this seat, "" where somebody may.

    `away`: the absence of the seat's holder, who may want nobody there.
    """
    if counts_beyond_table(agreed):
        return "no_substitute"
    # The others at a device could not hand the seat back to a player who returns.
    if number in at_shared_devices(seats):
        return "no_substitute_at_device"
    return "substitute_unwanted" if away.objected else ""


def still_asked(seats: Iterable[P], number: int, agreed: Collection[int]) -> list[P]:
    """The seats of people who have yet to agree that somebody else plays on in this one.

    People who are away are asked, too: otherwise whoever is left could fill all other seats.
    """
    others = (seat for seat in seats if seat.number != number and not seat.is_program)
    return [seat for seat in others if seat.user_id is not None and seat.user_id not in agreed]


def ms_to_object(pace: Mapping[str, int]) -> int:
    """How long the holder has to object, in milliseconds: as for a decision, minutes at least, a day at most.

    `pace`: as `models.Match.pace`.
    """
    longest = timedelta(milliseconds=max(pace.values(), default=0))
    time = max(LEAST_TO_OBJECT, min(longest, MOST_TO_OBJECT))
    return clock.scaled_delay(time // timedelta(milliseconds=1))


def takes_hours(pace: Mapping[str, int]) -> bool:
    """Whether the holder's own hours count for the time to object, as for a decision of an hour or more."""
    return max(pace.values(), default=0) >= HOUR_MS


def objection_ends_ms(
    number: Seat, asked_ms: Millis, pace: Mapping[str, int], pauses: ClockPauses
) -> Millis | None:
    """When the holder of a seat has had the time to object; None while it stands still without an end in sight.

    It counts as for a decision: not while the match is paused or the server down, and by correspondence
    neither in the holder's quiet hours nor on vacation.
    """
    spans = pauses.of_absent(number, asked_ms) if takes_hours(pace) else pauses.table
    return due_ms(asked_ms, ms_to_object(pace), spans)
