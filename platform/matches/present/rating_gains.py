"""Changes of ratings by a match, for its result; the app that stores ratings provides them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.kernel.contract import Seat
from matches.models import Match
from matches.store.snapshot import Table


@dataclass(frozen=True, slots=True)
class Gain:
    """A rating after the match, its change by the match, and whether it is provisional."""

    rating: int
    change: int
    is_provisional: bool


Read = Callable[[uuid.UUID], Mapping[Seat, Gain]]
_readers: list[Read] = []


def register_reader(read: Read) -> None:
    """Register the function that returns the changes of ratings by a finished match's id, by seat."""
    if read not in _readers:
        _readers.append(read)


def gains_of(table: Table) -> tuple[Gain | None, ...]:
    """Return the changes of ratings by this match, by seat; empty until it is over, rated and
    computed.
    """
    found: dict[Seat, Gain] = {}
    if table.match.rated and table.match.status == Match.Status.FINISHED and not table.is_sealed:
        for read in _readers:
            found |= read(table.match_id)
    return tuple(found.get(seat.number) for seat in table.seats)
