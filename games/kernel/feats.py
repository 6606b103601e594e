"""Counting what people like to see, out of the events of a round that everybody saw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from games.kernel.contract import Event, Seat

Told: TypeAlias = Mapping[str, tuple[str, str]]
"""By a feat's name: the kind of event that tells of one, and where it names the seat, or seats."""


def count(events: Iterable[Event], seats: int, told: Told) -> dict[str, list[int]]:
    """How often each seat is named by these events."""
    counts = {name: [0] * seats for name in told}
    for event in events:
        for name, (kind, where) in told.items():
            if event.kind == kind:
                for seat in _seats(event.data[where]):
                    counts[name][seat] += 1
    return counts


def _seats(named: Seat | Sequence[Seat]) -> Sequence[Seat]:
    return (named,) if isinstance(named, int) else named
