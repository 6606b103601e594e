"""Siebenschläfer's entry in the catalogue."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, FirstTable, Highlight, Level, Meta, Millis, Pad, Target, Tempo
from games.kernel.tempos import MINUTE, SECOND, correspondence
from games.siebenschlaefer.feats import FEATS
from games.siebenschlaefer.options import OPTIONS


def _own(each: Millis, bank: Millis) -> dict[str, Millis]:
    return {"turn": each}


HIGHLIGHTS: Final = (
    Highlight("skipped", N_("A player misses a turn")),
    Highlight("closing_time", N_("Closing time")),
)
"""Events that readers look for in a finished round."""

META: Final = Meta(
    slug="siebenschlaefer",
    title=N_("Siebenschläfer"),
    tagline=N_("Two cards at a time, always more than before. The player left with the most pays."),
    seats=(2, 7),
    minutes={2: (1, 8), 3: (1, 12), 4: (1, 15), 5: (2, 19), 6: (3, 17), 7: (2, 12)},
    # Easy bots keep each other from going out: their rounds last twice as long.
    first=FirstTable(minutes=(1, 6), options={"closing_time": 60}, level="normal"),
    revisions=(1, 2),
    options=OPTIONS,
    tempos=(
        Tempo("live", N_("Live"), {"turn": 20 * SECOND}, bank_ms=MINUTE),
        Tempo("quick", N_("Quick"), {"turn": 10 * SECOND}, bank_ms=30 * SECOND),
        Tempo("relaxed", N_("Relaxed"), {"turn": 60 * SECOND}, bank_ms=5 * MINUTE),
        *correspondence(lambda each: {"turn": each}),
    ),
    gives_up=("draw_two",),
    decisions=("turn",),
    levels=(
        Level("easy", N_("Easy"), version=3),
        Level("normal", N_("Normal"), version=2),
    ),
    # With four seats and more it is not better than normal: docs/bots.md.
    retired=(Level("hard", N_("Hard")),),
    # Closing time comes first: 120 turns for each of seven seats, at most two moves a turn.
    max_moves=1700,
    targets=tuple(Target(rounds=rounds) for rounds in (1, 3, 5, 7)),
    pad=Pad(
        points=N_("Points left in hand"),
        total=N_("Rounds paid"),
        about=N_("Points left in hand per round. The fewest rounds paid win the match."),
        tie_break=N_(
            "With equally many rounds paid, more rounds won decide, then fewer points left in hand."
        ),
        lowest_wins=True,
    ),
    news={
        2: N_(
            "If drawing ends your turn and you still cannot play on your next turn, you may "
            "pass without drawing again."
        )
    },
    limits=_own,
    feats=FEATS,
    highlights=HIGHLIGHTS,
    concerns={
        "cards_drawn": ("seat",),
        "skipped": ("seat",),
        "stock_exhausted": ("seat",),
        "timed_out": ("seat",),
    },
)
