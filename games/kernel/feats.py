"""Counts of memorable feats, from the public events of a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from games.kernel.contract import Event, Seat

Told: TypeAlias = Mapping[str, tuple[str, str]]
"""By a feat's name: the kind of event that reports it, and the field that names its seat or seats.
"""


def count(events: Iterable[Event], seats: int, told: Told) -> dict[str, list[int]]:
    """Count how often these events name each seat, for each feat."""
    counts = {name: [0] * seats for name in told}
    for event in events:
        for name, (kind, where) in told.items():
            if event.kind == kind:
                for seat in _seats(event.data[where]):
                    counts[name][seat] += 1
    return counts


def _seats(named: Seat | Sequence[Seat]) -> Sequence[Seat]:
    return (named,) if isinstance(named, int) else named
