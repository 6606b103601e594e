"""Daumen drauf!'s card in the catalogue."""

from __future__ import annotations

from typing import Final

from games.daumen_drauf.options import OPTIONS, YOUNGEST
from games.kernel.contract import N_, Declaration, Level, Meta, Target, Tempo

_SECOND: Final = 1000
_DAY: Final = 24 * 60 * 60 * _SECOND

META: Final = Meta(
    slug="daumen_drauf",
    title=N_("Daumen drauf!"),
    tagline=N_("Keep your thumb on the fang, and let the others take the poison."),
    seats=(2, 7),
    minutes=(10, 20),
    revisions=(1,),
    options=OPTIONS,
    tempos=(
        Tempo(
            slug="live",
            label=N_("Live"),
            limits={"lead": 20 * _SECOND, "bid": 20 * _SECOND, "review": 6 * _SECOND},
        ),
        Tempo(
            # The review is as short by correspondence: it must hold nobody up, and each seat is
            # shown the trick when it comes (RULES.md 7.1).
            slug="correspondence",
            label=N_("Correspondence"),
            limits={"lead": _DAY, "bid": _DAY, "review": 6 * _SECOND},
            next_round_ms=_DAY,
        ),
    ),
    levels=(Level("easy", N_("Easy")), Level("normal", N_("Normal")), Level("hard", N_("Hard"))),
    max_moves=800,  # never reached: RULES.md 5.7
    targets=tuple(Target(rounds=rounds) for rounds in (3, 5, 1)),
    declarations=(
        Declaration(
            name=YOUNGEST,
            label=N_("I am the youngest"),
            kind="flag",
            option="first_player",
            choice="youngest_declared",
        ),
    ),
)
