"""The tempos of a match: those that its game proposes, a table's own tempo, and no clock.

Against bots alone, no other person waits. Without a clock, a person's own decision never falls due.
Neither does a decision of the whole table while a person's answer is missing. Everything else
follows the game's first tempo: delays that the rules set, pauses to look, and the decisions of
bots. A bot that fails therefore cannot stop the match.
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
"""The minimum and maximum for a decision, in seconds; from an hour on it is correspondence."""
MOST_BANK_S: Final = {False: HOUR // SECOND, True: 30 * DAY // SECOND}
"""The largest bank, in seconds, by whether the match is correspondence."""
_SLUG: Final = re.compile(r"own-(\d{1,7})-(\d{1,7})", re.ASCII)


def tempo_of(meta: Meta, slug: str) -> Tempo:
    """Return the game's tempo with this slug, or its first one if the slug is empty.

    Raises:
        Refused: `unknown_tempo`.
    """
    for tempo in meta.tempos:
        if slug in ("", tempo.slug):
            return tempo
    raise refused("unknown_tempo", tempo=slug[:40])


def find_tempo(meta: Meta, slug: str) -> Tempo:
    """Return the tempo with this slug: a tempo of the game, a table's own, or the one without a
    clock.

    Raises:
        Refused: `unknown_tempo`.
    """
    if found := _SLUG.fullmatch(slug):
        return own_tempo(meta, *map(int, found.groups()))
    if slug != clocks.UNTIMED:
        return tempo_of(meta, slug)
    return replace(meta.tempos[0], slug=clocks.UNTIMED, label=NO_CLOCK, bank_ms=0)


def own_tempo(meta: Meta, each_s: int, bank_s: int) -> Tempo:
    """Return a table's own tempo with these seconds for a decision and these in each seat's bank.

    Everything else is taken from the game's first tempo of the same kind.

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
    """Return the English label of a match's tempo, or "" if the game no longer has it."""
    if _SLUG.fullmatch(slug):
        return OWN
    known = (
        tempo for tempo in (*meta.tempos, find_tempo(meta, clocks.UNTIMED)) if tempo.slug == slug
    )
    return next((tempo.label for tempo in known), "")


def pace_of(tempo: Tempo) -> dict[str, int]:
    """Return the part of a tempo that a match stores (`Match.pace`)."""
    pace = {**tempo.limits, clocks.NEXT_ROUND: tempo.next_round_ms, clocks.TIME_BANK: tempo.bank_ms}
    return pace | {clocks.UNTIMED: 1} if tempo.slug == clocks.UNTIMED else pace
