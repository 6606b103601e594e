"""The feats that are counted for players' pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.kernel import feats
from games.kernel.contract import N_, Event, Feat

FEATS: Final = (
    Feat("cards_laid", N_("Cards played")),
    Feat("errors_caught", N_("Mistakes caught")),
    Feat("errors_made", N_("Own mistakes that others caught")),
    Feat("false_alarms", N_("False alarms")),
)

_TOLD: Final = {
    "cards_laid": ("laid", "seat"),
    "errors_caught": ("called_out", "seat"),
    "errors_made": ("called_out", "accused"),
    "false_alarms": ("called_wrongly", "seat"),
}


def count_feats(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    """Count by feat and seat."""
    return feats.count(events, seats, _TOLD)
