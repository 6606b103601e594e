"""The tempos of a match: those that its game proposes, a table's own, and none at all.

Against bots alone nobody waits. Without a clock a person's own decision never falls due, nor does
what the whole table is asked as long as it is a person's answer that is missing. All else runs as at
the game's first tempo: what the rules hold back, pauses to look, and the decisions of bots, so that
none that fails stops the match.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from core.refusals import refused
from games.kernel.contract import N_, Meta, Tempo
from games.kernel.tempos import DAY, HOUR, SECOND
from matches.engine import clocks

NO_CLOCK = N_("No clock")
OWN = N_("Custom tempo")

EACH_S: Final = (5, 14 * DAY // SECOND)
"""The least and most for a decision, in seconds; from an hour on it is correspondence."""
MOST_BANK_S: Final = {False: HOUR // SECOND, True: 30 * DAY // SECOND}
"""The largest bank, in seconds: of people who are there, and by correspondence."""
_SLUG: Final = re.compile(r"own-(\d{1,7})-(\d{1,7})", re.ASCII)


def tempo_of(meta: Meta, slug: str) -> Tempo:
    """The tempo with this slug that a game proposes, by default its first.

    Raises:
        Refused: `unknown_tempo`.
    """
    for tempo in meta.tempos:
        if slug in ("", tempo.slug):
            return tempo
    raise refused("unknown_tempo", tempo=slug[:40])


def find_tempo(meta: Meta, slug: str) -> Tempo:
    """The tempo with this slug: one that a game proposes, a table's own, or the one without a clock.

    Raises:
        Refused: `unknown_tempo`.
    """
    if found := _SLUG.fullmatch(slug):
        return own_tempo(meta, *map(int, found.groups()))
    if slug != clocks.UNTIMED:
        return tempo_of(meta, slug)
    return replace(meta.tempos[0], slug=clocks.UNTIMED, label=NO_CLOCK, bank_ms=0)


def own_tempo(meta: Meta, each_s: int, bank_s: int) -> Tempo:
    """A table's own tempo: so many seconds for a decision, and so many in the bank of each seat.

    The rest of it, as what is proposed with it, is as at the first tempo of its kind.

    Raises:
        Refused: `unknown_tempo` (not in this game), `decision_out_of_bounds`, `bank_out_of_bounds`.
    """
    slug = f"own-{each_s}-{bank_s}"
    if meta.limits is None:
        raise refused("unknown_tempo", tempo=slug)
    if not EACH_S[0] <= each_s <= EACH_S[1]:
        raise refused("decision_out_of_bounds")
    is_slow = each_s * SECOND >= HOUR
    if not 0 <= bank_s <= MOST_BANK_S[is_slow]:
        raise refused("bank_out_of_bounds")
    base = next(one for one in meta.tempos if (max(one.limits.values()) >= HOUR) == is_slow)
    limits = meta.limits(each_s * SECOND, bank_s * SECOND)
    return replace(base, slug=slug, label=OWN, limits=limits, bank_ms=bank_s * SECOND)


def label(meta: Meta, slug: str) -> str:
    """The label of a match's tempo, in English; "" if the game does not have it any more."""
    if _SLUG.fullmatch(slug):
        return OWN
    known = (
        tempo for tempo in (*meta.tempos, find_tempo(meta, clocks.UNTIMED)) if tempo.slug == slug
    )
    return next((tempo.label for tempo in known), "")


def pace_of(tempo: Tempo) -> dict[str, int]:
    """Make of a tempo what a match keeps of it (`Match.pace`)."""
    pace = {**tempo.limits, clocks.NEXT_ROUND: tempo.next_round_ms, clocks.TIME_BANK: tempo.bank_ms}
    return pace | {clocks.UNTIMED: 1} if tempo.slug == clocks.UNTIMED else pace
