"""Daumen drauf!'s entry in the catalogue."""

from __future__ import annotations

from typing import Final

from games.daumen_drauf.feats import FEATS
from games.daumen_drauf.options import OPTIONS, YOUNGEST
from games.kernel.contract import (
    N_,
    Declaration,
    Highlight,
    Level,
    Meta,
    Millis,
    Pad,
    Target,
    Tempo,
)
from games.kernel.tempos import MINUTE, SECOND, correspondence


def _limits(bid: Millis, review: Millis) -> dict[str, Millis]:
    return {"lead": bid, "bid": bid, "review": review}


def _own(each: Millis, bank: Millis) -> dict[str, Millis]:
    return _limits(each, 6 * SECOND)


HIGHLIGHTS: Final = (
    Highlight("trick_taken", N_("A trick is taken")),
    Highlight("parried", N_("A trick is parried")),
)
"""Events that readers look for in a finished round."""

META: Final = Meta(
    slug="daumen_drauf",
    title=N_("Daumen drauf!"),
    tagline=N_("Keep your thumb on the fang, and let the others take the poison."),
    seats=(2, 7),
    minutes={2: (1, 2), 3: (2, 3), 4: (2, 4), 5: (3, 5), 6: (4, 6), 7: (5, 7)},
    revisions=(1,),
    options=OPTIONS,
    tempos=(
        Tempo("live", N_("Live"), _limits(20 * SECOND, 6 * SECOND), bank_ms=MINUTE),
        Tempo("quick", N_("Quick"), _limits(10 * SECOND, 4 * SECOND), bank_ms=30 * SECOND),
        Tempo("relaxed", N_("Relaxed"), _limits(60 * SECOND, 10 * SECOND), bank_ms=5 * MINUTE),
        # The review is as short by correspondence: it must not delay the match, and each seat sees
        # the trick when its player returns (RULES.md 7.1).
        *correspondence(lambda each: _limits(each, 6 * SECOND)),
    ),
    gives_up=("pass",),
    decisions=("lead", "bid"),
    levels=(Level("easy", N_("Easy")), Level("normal", N_("Normal")), Level("hard", N_("Hard"))),
    max_moves=800,  # never reached: RULES.md 5.7
    targets=tuple(Target(rounds=rounds) for rounds in (3, 5, 1)),
    pad=Pad(tie_break=N_("With equal totals, the last round decides.")),
    declarations=(
        Declaration(
            name=YOUNGEST,
            label=N_("I am the youngest"),
            kind="flag",
            option="first_player",
            choice="youngest_declared",
        ),
    ),
    limits=_own,
    feats=FEATS,
    highlights=HIGHLIGHTS,
    unsaid=("put_away", "counted"),
    concerns={"timed_out": ("seat",), "trick_taken": ("seat",)},
    time_for={"review": N_("Time to look")},
)
