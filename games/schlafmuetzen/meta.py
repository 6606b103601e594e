"""Schlafmützen's entry in the catalogue."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import (
    N_,
    Declaration,
    FirstTable,
    Highlight,
    Level,
    Meta,
    Millis,
    Pad,
    Target,
    Tempo,
)
from games.kernel.tempos import DAY, HOUR, MINUTE, SECOND, correspondence
from games.schlafmuetzen.feats import FEATS
from games.schlafmuetzen.options import GOT_UP, OPTIONS


def _limits(action: Millis, win: Millis, bank: Millis) -> dict[str, Millis]:
    """Return the limits; `window` is longer than any seat can take for a placement.

    This holds even if it turns its pile back. Usually the next placement shuts a window (RULES.md
    7.5).
    """
    return {"open": action, "revealed": action, "win_window": win, "window": 4 * action + bank}


def _live(slug: str, label: str, action: Millis, bank: Millis) -> Tempo:
    return Tempo(slug, label, _limits(action, 8 * SECOND, bank), bank)


def _own(each: Millis, bank: Millis) -> dict[str, Millis]:
    return _limits(each, 8 * SECOND if each < HOUR else min(each, DAY), bank)


HIGHLIGHTS: Final = (
    Highlight("called_out", N_("A mistake is called out")),
    Highlight("called_wrongly", N_("A false alarm")),
    Highlight("unnoticed", N_("A mistake that nobody noticed")),
)
"""Events that readers look for in a finished round."""

META: Final = Meta(
    slug="schlafmuetzen",
    title=N_("Schlafmützen"),
    tagline=N_("Play every card that fits, and catch the others when they overlook one."),
    seats=(2, 8),
    minutes={
        2: (24, 32),
        3: (19, 27),
        4: (12, 26),
        5: (9, 20),
        6: (8, 16),
        7: (5, 11),
        8: (4, 12),
    },
    first=FirstTable(minutes=(3, 8), options={"pack": "half"}),
    revisions=(1,),
    options=OPTIONS,
    tempos=(
        _live("live", N_("Live"), 12 * SECOND, MINUTE),
        _live("quick", N_("Quick"), 8 * SECOND, 30 * SECOND),
        _live("relaxed", N_("Relaxed"), 25 * SECOND, 2 * MINUTE),
        # Players do not watch all the time here, so a call may be about a whole turn (RULES.md 5).
        *correspondence(
            lambda each: _limits(each, min(each, DAY), 7 * DAY),
            proposes={"call_scope": "last_turn"},
        ),
    ),
    gives_up=("keep",),
    decisions=("open", "revealed"),
    # No level is quicker than the gap between two placements (RULES.md 7.3).
    levels=(
        Level("easy", N_("Easy"), thinking_ms=(1_800, 3_600)),
        Level("normal", N_("Normal"), thinking_ms=(1_600, 3_000)),
        Level("hard", N_("Hard"), thinking_ms=(1_500, 2_400)),
    ),
    max_moves=5_000,
    targets=tuple(Target(rounds=rounds) for rounds in (1, 3, 5)),
    pad=Pad(
        points=N_("1 for winning the round"),
        total=N_("Rounds won"),
        about=N_("1 for winning the round. The most rounds won win the match."),
    ),
    declarations=(
        Declaration(
            name=GOT_UP,
            label=N_("When I got up today"),
            kind="time",
            option="first_player",
            choice="last_up",
        ),
    ),
    capabilities=("race",),
    limits=_own,
    feats=FEATS,
    highlights=HIGHLIGHTS,
    concerns={
        "called_out": ("accused",),
        "called_wrongly": ("accused",),
        "penalty": ("seat", "givers"),
        "taken_back": ("seat", "over"),
        "timed_out": ("seat",),
    },
    time_for={
        "window": N_("Time to call “Schlafmütze!”"),
        "win_window": N_("Last chance to call “Schlafmütze!”"),
    },
)
