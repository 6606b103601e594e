"""Schlafmützen's card in the catalogue."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Declaration, Level, Meta, Pad, Target, Tempo
from games.schlafmuetzen.options import GOT_UP, OPTIONS

_SECOND: Final = 1000
_DAY: Final = 24 * 60 * 60 * _SECOND


def _limits(action: int, win: int) -> dict[str, int]:
    """`window` is longer than any seat can take for a placement, pile turned back included: as a
    rule a window is shut by the next placement (RULES.md 7.5)."""
    return {"open": action, "revealed": action, "win_window": win, "window": 4 * action}


META: Final = Meta(
    slug="schlafmuetzen",
    title=N_("Schlafmützen"),
    tagline=N_("Lay every card that fits, and catch whoever overlooks one."),
    seats=(2, 8),
    minutes=(10, 25),
    revisions=(1,),
    options=OPTIONS,
    tempos=(
        Tempo(slug="live", label=N_("Live"), limits=_limits(12 * _SECOND, 8 * _SECOND)),
        Tempo(slug="quick", label=N_("Quick"), limits=_limits(8 * _SECOND, 8 * _SECOND)),
        Tempo(slug="relaxed", label=N_("Relaxed"), limits=_limits(25 * _SECOND, 8 * _SECOND)),
        Tempo(
            slug="correspondence",
            label=N_("Correspondence"),
            limits=_limits(_DAY, _DAY),
            next_round_ms=_DAY,
            # Nobody watches all the time, so that a whole turn is open to a call (RULES.md 5).
            proposes={"call_scope": "last_turn"},
        ),
    ),
    # No level is quicker than a card can be laid after another (RULES.md 7.3).
    levels=(
        Level("easy", N_("Easy"), moment_ms=(1_800, 3_600)),
        Level("normal", N_("Normal"), moment_ms=(1_600, 3_000)),
        Level("hard", N_("Hard"), moment_ms=(1_500, 2_400)),
    ),
    max_moves=5_000,
    targets=tuple(Target(rounds=rounds) for rounds in (1, 3, 5)),
    pad=Pad(points=N_("1 for who wins the round"), total=N_("Rounds won")),
    declarations=(
        Declaration(
            name=GOT_UP,
            label=N_("When I got up today"),
            kind="time",
            option="first_player",
            choice="last_up",
        ),
    ),
)
