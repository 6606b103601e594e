"""The feats that are counted for players' pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.kernel import feats
from games.kernel.contract import N_, Event, Feat

FEATS: Final = (
    Feat("tricks_taken", N_("Tricks taken")),
    Feat("tricks_parried", N_("Tricks parried")),
    Feat("poison_swallowed", N_("Poisonous cards swallowed")),
    Feat("harmless_taken", N_("Harmless cards taken")),
)

_TOLD: Final = {"tricks_taken": ("trick_taken", "seat"), "tricks_parried": ("parried", "seat")}


def count_feats(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    """Count by feat and seat; the count at the end tells what is in the piles."""
    in_the_end = [event.data for event in events if event.kind == "counted"]
    return {
        **feats.count(events, seats, _TOLD),
        "poison_swallowed": _sum(seats, [data["poisonous"] for data in in_the_end]),
        "harmless_taken": _sum(seats, [data["harmless"] for data in in_the_end]),
    }


def _sum(seats: int, by_seat: Sequence[Sequence[int]]) -> list[int]:
    return [sum(counts[seat] for counts in by_seat) for seat in range(seats)]
