"""What a bot knows of the lexicon, and what it thinks of a word (RULES.md 12).

Each seat of a level knows other words: chosen by hash, the same in every round, stored nowhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache

from games.kernel.contract import Seat, Value
from games.wortspiel.forms import key
from games.wortspiel.lexicon import EDITORIAL, Compound, Lexicon, Verdict, verdict
from games.wortspiel.view import Combination

_SURE = (Verdict.NO_PARSE, Verdict.UNUSUAL, Verdict.FALSE_FRIEND)
"""What nobody takes for a word of these two cards who knows German."""


class Habits(Value, frozen=True):
    """How a level plays, in hundredths.

    `knows`: of each band of commonness, from 0 to 4. `editorial`: of the words in no source.
    `pairs`: so many pairs of a card and a pile it thinks through at a look. `recalls`: how likely
    it comes upon any word there is when none that it knows fits. `errs`: how likely it takes
    something for a word. `gives_up`: how likely it then says “I cannot”. `doubts`: of the words
    that it takes for wrong. `trusts`: of those that could be words and that it does not know.
    `joins`: doubts of others. `urgent`: with so many cards left an author is doubted at once.
    `plans`: whether it thinks of the colour that it leaves to the others.
    """

    slug: str
    knows: tuple[int, int, int, int, int]
    editorial: int
    pairs: int
    recalls: int
    errs: int
    gives_up: int
    doubts: int
    trusts: int
    joins: int
    urgent: int
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


def believes(lexicon: Lexicon, habits: Habits, seat: Seat, said: Combination) -> bool:
    """Whether this seat takes it for a word: as it knows it, or as it may well be one."""
    one, other = said.card.word, said.base.word
    spelt = key(said.word)
    for compound in vocabulary(lexicon, habits, seat).get(frozenset((one, other)), ()):
        if key(compound.text) == spelt:
            return True
    found = verdict(lexicon, one, other, said.word)
    if found is Verdict.ATTESTED:
        return share("accepts", habits.slug, seat, said.word) < 50 + habits.trusts // 2
    return found not in _SURE and share("trusts", habits.slug, seat, said.word) < habits.trusts
