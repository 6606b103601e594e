"""Changes of ratings by a match, for its result; whoever keeps ratings tells it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.kernel.contract import Seat
from matches.models import Match
from matches.store.snapshot import Table


@dataclass(frozen=True, slots=True)
class Gain:
    """A rating after the match, how much more or less that is than before, and whether it is provisional."""

    rating: int
    change: int
    is_provisional: bool


Read = Callable[[uuid.UUID], Mapping[Seat, Gain]]
_readers: list[Read] = []


def register_reader(read: Read) -> None:
    """Let this function tell, for the id of a finished match, what it did to ratings, by seat."""
    if read not in _readers:
        _readers.append(read)


def gains_of(table: Table) -> tuple[Gain | None, ...]:
    """The change of ratings by this match, by seat; nothing before it is over, rated and worked out."""
    found: dict[Seat, Gain] = {}
    if table.match.rated and table.match.status == Match.Status.FINISHED and not table.is_sealed:
        for read in _readers:
            found |= read(table.match_id)
    return tuple(found.get(seat.number) for seat in table.seats)
