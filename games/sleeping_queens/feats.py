"""The feats that are counted for players' pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.kernel import feats
from games.kernel.contract import N_, Event, Feat

FEATS: Final = (
    Feat("queens_woken", N_("Queens woken")),
    Feat("queens_stolen", N_("Queens stolen")),
    Feat("queens_sent_to_sleep", N_("Queens sent to sleep")),
    Feat("attacks_repelled", N_("Attacks stopped")),
)

_TOLD: Final = {
    "queens_woken": ("queen_woken", "seat"),
    "queens_stolen": ("queen_stolen", "attacker"),
    "queens_sent_to_sleep": ("queen_slept", "attacker"),
    "attacks_repelled": ("defended", "victim"),
}


def count_feats(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    """Count by feat and seat."""
    return feats.count(events, seats, _TOLD)
