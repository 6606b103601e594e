"""The tempos of a match: those that its game proposes, and none at all.

Against bots alone nobody waits. Without a clock a person's own decision never falls due, nor does
what the whole table is asked as long as it is a person's answer that is missing. All else runs as at
the game's first tempo: what the rules hold back, pauses to look, and the decisions of bots, so that
none that fails stops the match.
"""

from __future__ import annotations

from msgspec.structs import replace

from core.refusals import refuse
from games.kernel.contract import N_, Meta, Tempo
from matches.table import clocks, outbox

NO_CLOCK = N_("No clock")


def tempo_of(meta: Meta, slug: str) -> Tempo:
    """The tempo with this slug that a game proposes, by default its first.

    Raises:
        Refused: `unknown_tempo`.
    """
    for tempo in meta.tempos:
        if slug in ("", tempo.slug):
            return tempo
    raise refuse("unknown_tempo", tempo=slug[:40])


def any_of(meta: Meta, slug: str) -> Tempo:
    """The tempo with this slug: one that a game proposes, or the one without a clock.

    Raises:
        Refused: `unknown_tempo`.
    """
    if slug != clocks.UNTIMED:
        return tempo_of(meta, slug)
    return replace(meta.tempos[0], slug=clocks.UNTIMED, label=NO_CLOCK, bank_ms=0)


def label(meta: Meta, slug: str) -> str:
    """What a match's tempo is called, in English; "" if the game does not have it any more."""
    known = (tempo for tempo in (*meta.tempos, any_of(meta, clocks.UNTIMED)) if tempo.slug == slug)
    return next((tempo.label for tempo in known), "")


def pace_of(tempo: Tempo) -> dict[str, int]:
    """What a match keeps of its tempo (`Match.pace`)."""
    pace = {**tempo.limits, outbox.NEXT_ROUND: tempo.next_round_ms, clocks.TIME_BANK: tempo.bank_ms}
    return pace | {clocks.UNTIMED: 1} if tempo.slug == clocks.UNTIMED else pace
