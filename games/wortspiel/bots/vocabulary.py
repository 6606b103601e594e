"""The words of the lexicon that a bot knows (RULES.md 12).

Each seat of a level knows different words. A hash chooses them: they are the same in every round
and are not stored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache

from games.kernel.contract import Seat, Value
from games.wortspiel.lexicon import EDITORIAL, Compound, Lexicon


class Habits(Value, frozen=True):
    """A level's way of playing, in percent.

    * `knows`: the share of words it knows, by band of commonness from 0 to 4.
    * `editorial`: the same for words without a source.
    * `pairs`: the number of pairs of card and pile it considers in an attempt.
    * `recalls`: the chance to find any word of the lexicon if no known one fits.
    * `errs`: the chance to lay a wrong word.
    * `gives_up`: the chance to say “I cannot” then.
    * `joins`: the share of other seats' doubts that it joins.
    * `plans`: whether it considers the colour that it leaves to the others.
    """

    slug: str
    knows: tuple[int, int, int, int, int]
    editorial: int
    pairs: int
    recalls: int
    errs: int
    gives_up: int
    joins: int
    plans: bool


def share(*words: object) -> int:
    """Return a number from 0 to 99 that is always the same for these words."""
    digest = hashlib.sha256(" ".join(map(str, words)).encode()).digest()
    return int.from_bytes(digest[:4], "big") % 100


@lru_cache(maxsize=64)
def vocabulary(
    lexicon: Lexicon, habits: Habits, seat: Seat
) -> Mapping[frozenset[str], tuple[Compound, ...]]:
    """Return the compounds that this seat knows, by their two words."""
    known = {
        pair: tuple(
            compound
            for compound in compounds
            if share(habits.slug, seat, compound.text)
            < (habits.editorial if compound.band == EDITORIAL else habits.knows[compound.band])
        )
        for pair, compounds in lexicon.compounds.items()
    }
    return {pair: compounds for pair, compounds in known.items() if compounds}
