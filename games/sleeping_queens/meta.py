"""Sleeping Queens' card in the catalogue."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Declaration, Level, Meta, Pad, Target, Tempo
from games.sleeping_queens.options import DEALS, OPTIONS

_SECOND: Final = 1000
_DAY: Final = 24 * 60 * 60 * _SECOND

META: Final = Meta(
    slug="sleeping_queens",
    title=N_("Sleeping Queens"),
    tagline=N_("Wake the queens with a kiss, and keep them."),
    seats=(2, 5),
    minutes=(10, 20),
    revisions=(1, 2),
    options=OPTIONS,
    tempos=(
        Tempo(
            slug="live",
            label=N_("Live"),
            limits={"turn": 30 * _SECOND, "defense": 12 * _SECOND, "wake": 20 * _SECOND},
        ),
        Tempo(
            slug="correspondence",
            label=N_("Correspondence"),
            limits={"turn": _DAY, "defense": _DAY, "wake": _DAY},
            next_round_ms=_DAY,
        ),
    ),
    levels=(Level("easy", N_("Easy")), Level("normal", N_("Normal")), Level("hard", N_("Hard"))),
    max_moves=600,
    targets=(
        *(Target(rounds=rounds) for rounds in (1, 2, 3, 5, 7, 9)),
        *(Target(rounds=None, points=wins) for wins in (2, 3, 5)),
    ),
    pad=Pad(total=N_("Rounds won")),
    declarations=(
        Declaration(
            name=DEALS, label=N_("I deal"), kind="flag", option="dealer", choice="declared"
        ),
    ),
    news={2: N_("After a defence the attacked player draws first, then the attacker.")},
)
