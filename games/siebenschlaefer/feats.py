"""The feats that are counted for players' pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.kernel import feats
from games.kernel.contract import N_, Event, Feat
from games.siebenschlaefer.pairs import Effect

FEATS: Final = (
    Feat("pairs_laid", N_("Pairs played")),
    Feat("sevens_laid", N_("Pairs played with a seven that took effect")),
    Feat("turns_taken_away", N_("Turns taken from others")),
    Feat("hands_emptied", N_("Hands emptied")),
)

_TOLD: Final = {"pairs_laid": ("laid", "seat"), "turns_taken_away": ("skipped", "by")}
_SEVENS: Final = (Effect.SEVEN, Effect.DOUBLE_SEVEN)


def count_feats(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    """Count by feat and seat."""
    laid = [event for event in events if event.kind == "laid"]
    sevens = [event for event in laid if event.data["effect"] in _SEVENS]
    last = [event for event in laid if event.data["left"] == 0]
    return {
        **feats.count(events, seats, _TOLD),
        **feats.count(sevens, seats, {"sevens_laid": ("laid", "seat")}),
        **feats.count(last, seats, {"hands_emptied": ("laid", "seat")}),
    }
