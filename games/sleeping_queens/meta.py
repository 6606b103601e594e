"""Sleeping Queens' entry in the catalogue."""

from __future__ import annotations

from typing import Final

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
from games.kernel.tempos import HOUR, MINUTE, SECOND, correspondence
from games.sleeping_queens.feats import FEATS
from games.sleeping_queens.options import DEALS, OPTIONS


def _limits(turn: Millis, defense: Millis, wake: Millis) -> dict[str, Millis]:
    return {"turn": turn, "defense": defense, "wake": wake}


def _own(each: Millis, bank: Millis) -> dict[str, Millis]:
    """Return the limits of a table's own tempo; live, answers get less time than turns."""
    if each >= HOUR:
        return _limits(each, each, each)
    return _limits(
        each, max(each // 2, min(each, 8 * SECOND)), max(each * 2 // 3, min(each, 8 * SECOND))
    )


HIGHLIGHTS: Final = (
    Highlight("queen_stolen", N_("A queen is stolen")),
    Highlight("queen_slept", N_("A queen is sent to sleep")),
    Highlight("defended", N_("An attack is stopped")),
)
"""Events that readers look for in a finished round."""

META: Final = Meta(
    slug="sleeping_queens",
    title=N_("Sleeping Queens"),
    tagline=N_("Wake the queens with a kiss, and keep them."),
    seats=(2, 5),
    minutes={2: (1, 2), 3: (1, 3), 4: (1, 3), 5: (1, 3)},
    revisions=(1, 2),
    options=OPTIONS,
    tempos=(
        Tempo("live", N_("Live"), _limits(30 * SECOND, 12 * SECOND, 20 * SECOND), bank_ms=MINUTE),
        Tempo(
            "quick", N_("Quick"), _limits(15 * SECOND, 8 * SECOND, 10 * SECOND), bank_ms=30 * SECOND
        ),
        Tempo(
            "relaxed",
            N_("Relaxed"),
            _limits(90 * SECOND, 30 * SECOND, 60 * SECOND),
            bank_ms=5 * MINUTE,
        ),
        *correspondence(lambda each: _limits(each, each, each)),
    ),
    gives_up=("let_happen", "decline_wake"),
    decisions=("turn", "defense", "wake"),
    levels=(Level("easy", N_("Easy"), version=2), Level("normal", N_("Normal"))),
    # Looking ahead wins no more than watching well, nor would seeing all hands: docs/bots.md.
    retired=(Level("hard", N_("Hard")),),
    capabilities=("luck_decides",),
    max_moves=600,
    targets=(
        *(Target(rounds=rounds) for rounds in (1, 2, 3, 5, 7, 9)),
        *(Target(rounds=None, points=wins) for wins in (2, 3, 5)),
    ),
    pad=Pad(
        total=N_("Rounds won"),
        about=N_("Points per round. The most rounds won win the match."),
        goal=N_("First to %(points)s rounds"),
        near=N_("One more round wins the match: %(names)s."),
        tie_break=N_("With equally many rounds won, the points of all rounds decide."),
    ),
    declarations=(
        Declaration(
            name=DEALS, label=N_("I deal"), kind="flag", option="dealer", choice="declared"
        ),
    ),
    news={2: N_("After a defence, the attacked player draws first, then the attacker.")},
    limits=_own,
    feats=FEATS,
    highlights=HIGHLIGHTS,
    unsaid=("refilled",),
    concerns={
        "attack": ("victim",),
        "defended": ("attacker",),
        "jester_revealed": ("counted",),
        "queen_put_back": ("seat",),
        "queen_slept": ("victim",),
        "queen_stolen": ("victim",),
        "timed_out": ("seat",),
    },
)
