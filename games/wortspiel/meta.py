"""Wortspiel's card in the catalogue."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Level, Meta, Pad, Target, Tempo
from games.wortspiel.events import CONTEST
from games.wortspiel.options import OPTIONS

_SECOND: Final = 1000
_DAY: Final = 24 * 60 * 60 * _SECOND

META: Final = Meta(
    slug="wortspiel",
    title=N_("Wortspiel"),
    tagline=N_("Make one German word of two, and be quicker than the others."),
    seats=(3, 8),
    minutes=(10, 30),
    revisions=(1,),
    options=OPTIONS,
    tempos=(
        Tempo(
            slug="live",
            label=N_("Live"),
            limits={
                "opening": 45 * _SECOND,
                "idle": 45 * _SECOND,
                "photo": 10 * _SECOND,
                "talk": 30 * _SECOND,
                "vote": 15 * _SECOND,
                "colour": 10 * _SECOND,
                "final": 6 * _SECOND,
            },
        ),
        Tempo(
            slug="relaxed",
            label=N_("Relaxed"),
            limits={
                "opening": 120 * _SECOND,
                "idle": 120 * _SECOND,
                "photo": 20 * _SECOND,
                "talk": 60 * _SECOND,
                "vote": 40 * _SECOND,
                "colour": 30 * _SECOND,
                "final": 12 * _SECOND,
            },
        ),
        Tempo(
            slug="correspondence",
            label=N_("Correspondence (lay cards unseen)"),
            limits=dict.fromkeys(
                ("opening", "idle", "photo", "talk", "vote", "colour", "final"), _DAY
            ),
            next_round_ms=_DAY,
            proposes={"race_mode": "sealed"},
        ),
    ),
    levels=(
        # For a look at the table: a word is not always found at the first one.
        Level("easy", N_("Easy"), (2_500, 5_500)),
        Level("normal", N_("Normal"), (2_000, 4_500)),
        Level("hard", N_("Hard"), (1_500, 3_500)),
    ),
    max_moves=3_000,
    targets=(Target(None, 30), Target(None, 20), Target(None, 50), Target(1)),
    pad=Pad(points=N_("Minus points"), lowest_wins=True),
    contests=(CONTEST,),
    data="496d391c73135036cb942a92153ea39defa0a4ccffcdca6fa3b26afeeb201f9e",
)
