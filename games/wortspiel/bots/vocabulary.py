"""What comes to a bot's mind of the lexicon (RULES.md 12).

Each seat of a level knows other words: chosen by hash, the same in every round, stored nowhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache

from games.kernel.contract import Seat, Value
from games.wortspiel.lexicon import EDITORIAL, Compound, Lexicon


class Habits(Value, frozen=True):
    """How a level plays, in hundredths.

    `knows`: of each band of commonness, from 0 to 4. `editorial`: of the words in no source.
    `pairs`: so many pairs of a card and a pile it thinks through at a look. `recalls`: how likely
    it comes upon any word there is when none that it knows fits. `errs`: how likely it takes
    something for a word. `gives_up`: how likely it then says “I cannot”. `joins`: of the doubts of
    others that it shares. `plans`: whether it thinks of the colour that it leaves to the others.
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
    """A number from 0 to 99 that these words always give."""
    digest = hashlib.sha256(" ".join(map(str, words)).encode()).digest()
    return int.from_bytes(digest[:4], "big") % 100


@lru_cache(maxsize=64)
def vocabulary(
    lexicon: Lexicon, habits: Habits, seat: Seat
) -> Mapping[frozenset[str], tuple[Compound, ...]]:
    """The compounds that this seat knows, by their two words."""
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
