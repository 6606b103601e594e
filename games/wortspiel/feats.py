"""The feats that are counted for players' pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.kernel import feats
from games.kernel.contract import N_, Event, Feat
from games.wortspiel.events import CONTEST

FEATS: Final = (
    Feat("words_found", N_("Words found")),
    Feat("words_overturned", N_("Other players' words overturned")),
    Feat("words_upheld", N_("Own words upheld after a “Halt!”")),
    Feat("chips_taken", N_("Chips taken")),
)


def count_feats(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    """Count by feat and seat; a word counts as found if its card was not taken back."""
    ended = [event for event in events if event.kind == CONTEST]
    upheld = [event for event in ended if event.data["stands"]]
    overturned = [event for event in ended if not event.data["stands"]]
    return {
        "words_found": _found(events, seats),
        **feats.count(overturned, seats, {"words_overturned": (CONTEST, "doubters")}),
        **feats.count(upheld, seats, {"words_upheld": (CONTEST, "author")}),
        **feats.count(events, seats, {"chips_taken": ("chips", "seats")}),
    }


def _found(events: Sequence[Event], seats: int) -> list[int]:
    lying: list[set[str]] = [set() for _ in range(seats)]
    for event in events:
        if event.kind == "laid":
            lying[event.data["seat"]].add(event.data["card"])
        elif event.kind == "taken_back":  # or it was a contender's card, which was never laid
            lying[event.data["seat"]].discard(event.data["card"])
    return [len(cards) for cards in lying]
