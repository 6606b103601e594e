"""Siebenschläfer's card in the catalogue."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Level, Meta, Pad, Target, Tempo
from games.siebenschlaefer.options import OPTIONS

_SECOND: Final = 1000
_DAY: Final = 24 * 60 * 60 * _SECOND

META: Final = Meta(
    slug="siebenschlaefer",
    title=N_("Siebenschläfer"),
    tagline=N_("Two cards at a time, always more than before. Whoever keeps the most pays."),
    seats=(2, 7),
    minutes=(5, 20),
    revisions=(1,),
    options=OPTIONS,
    tempos=(
        Tempo(slug="live", label=N_("Live"), limits={"turn": 20 * _SECOND}),
        Tempo(slug="relaxed", label=N_("Relaxed"), limits={"turn": 60 * _SECOND}),
        Tempo(
            slug="correspondence",
            label=N_("Correspondence"),
            limits={"turn": _DAY},
            next_round_ms=_DAY,
        ),
    ),
    levels=(Level("easy", N_("Easy")), Level("normal", N_("Normal")), Level("hard", N_("Hard"))),
    # Closing time comes first: 120 turns for each of seven, at most two moves a turn.
    max_moves=1700,
    targets=tuple(Target(rounds=rounds) for rounds in (1, 3, 5, 7)),
    pad=Pad(points=N_("Left in the hands"), total=N_("Rounds paid"), lowest_wins=True),
)
