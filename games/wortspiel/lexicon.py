"""The deck and the lexicon of a release, and what the lexicon and the rulings in it say of a word.

Evidence only: nothing here decides what may be laid (that is `word_forms.from_cards`), and nothing
judges a word at a table that votes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeVar

from games.kernel.contests import Decision, Precedent, precedents_in
from games.wortspiel.cards import COLOUR_NAMED, Card, Colour
from games.wortspiel.word_forms import key, spoken

_CELL: Final = re.compile(r'(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))')
_HANDLE: Final = str.maketrans({"Ä": "ae", "Ö": "oe", "Ü": "ue"})
LINKS: Final = ("S", "ES", "N", "EN", "ER", "E")
"""What German puts between two nouns; which of them a noun takes is in its `forms`."""
_AFTER_S: Final = frozenset({"TURM"})
"""Words that are another word with an S before them: FEUERSTURM."""
EDITORIAL: Final = -1
"""Instead of a band of commonness: readily understood, and in no source."""
RULED: Final = "R"
"""Instead of a grade: no source attests it, the word court has ruled that it is a word."""
LEFT_OUT: Final = frozenset({"name", "doubtful", "other", "nothing"})
"""Why a word was left out that may well be said so (data/LICENSE.md)."""

T = TypeVar("T")


class Verdict(StrEnum):
    """What the lexicon says of a word and its two cards."""

    ATTESTED = "attested"
    WELLFORMED = "wellformed"
    AMBIGUOUS = "ambiguous"
    UNUSUAL = "unusual"
    FALSE_FRIEND = "false_friend"
    NO_PARSE = "no_parse"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the deck. `heads`: how it may end a compound. `forms`: how it may begin one, the
    usual one first."""

    text: str
    heads: tuple[str, ...]
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compound:
    """A known word: its first and second word, how it is written, and how common it is, from 4,
    very, to 0, hardly, or `EDITORIAL`. `grade`: what attests it, from A, a dictionary, to C, a corpus
    alone; `sources`: their names (data/LICENSE.md); neither where there is none."""

    first: str
    second: str
    text: str
    band: int
    grade: str = ""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside:
    """A word that is in no list of compounds, and why: it is another word (`why` says which way), or
    it was left out (data/LICENSE.md says for which reasons)."""

    first: str
    second: str
    text: str
    why: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Lexicon:
    """A release as it is played with. Never changed after it was read.

    `words`: by their text. `faces`: the word and the colour of each card. `handles`: its name on
    the wire, as in `card_named`. `compounds`: by their two words, either one first.
    `false_friends`: what stands before a second word and makes another word with it. `asides` and
    `precedents`: by their two words, like the compounds.
    """

    words: Mapping[str, Word]
    faces: tuple[tuple[str, Colour], ...]
    handles: tuple[str, ...]
    card_named: Mapping[str, Card]
    compounds: Mapping[frozenset[str], tuple[Compound, ...]]
    false_friends: frozenset[tuple[str, str]]
    asides: Mapping[frozenset[str], tuple[Aside, ...]]
    precedents: Mapping[frozenset[str], tuple[Precedent, ...]]

    @cached_property
    def text_of(self) -> tuple[str, ...]:
        """The word of each card."""
        return tuple(text for text, _ in self.faces)

    @cached_property
    def colour_of(self) -> tuple[Colour, ...]:
        """The colour of each card."""
        return tuple(colour for _, colour in self.faces)

    def compounds_of(self, one: str, other: str) -> tuple[Compound, ...]:
        """The compounds of two words, the most common first."""
        return self.compounds.get(frozenset((one, other)), ())


def read_lexicon(files: Mapping[str, str]) -> Lexicon:
    """A release out of its files, name to text."""
    words: dict[str, Word] = {}
    faces: list[tuple[str, Colour]] = []
    for row in _rows(files["words.csv"]):
        text, plural = row["word"], row["plural"]
        heads = dict.fromkeys((text, *filter(None, plural.split("|"))))
        forms = dict.fromkeys((*row["link_forms"].split("|"), text))
        words[text] = Word(text, tuple(heads), tuple(forms))
        faces += [(text, COLOUR_NAMED[colour]) for colour in row["colours"].split("|")]
    handles = tuple(_handle(text, colour) for text, colour in faces)
    asides = tuple(_asides(files))
    precedents = _by_pair((one.parts, one) for one in precedents_in(files))
    return Lexicon(
        words=MappingProxyType(words),
        faces=tuple(faces),
        handles=handles,
        card_named=MappingProxyType({handle: card for card, handle in enumerate(handles)}),
        compounds=MappingProxyType(_compounds(files, words, precedents)),
        false_friends=frozenset(_false_friends(asides, words)),
        asides=_by_pair(((one.first, one.second), one) for one in asides),
        precedents=precedents,
    )


def verdict(lexicon: Lexicon, one: str, other: str, word: str) -> Verdict:
    """What the lexicon says of a word that was made of two cards, laid in either order."""
    said = key(word)
    every = [
        _verdict(lexicon, said, lexicon.words[first], lexicon.words[second])
        for first, second in ((one, other), (other, one))
    ]
    return min(every, key=_WEIGHT.index)


_WEIGHT: Final = (
    Verdict.ATTESTED,
    Verdict.FALSE_FRIEND,
    Verdict.WELLFORMED,
    Verdict.AMBIGUOUS,
    Verdict.UNUSUAL,
    Verdict.NO_PARSE,
)
"""Which verdict stands where the two orders, or two ways of reading, have different ones."""


def listed(lexicon: Lexicon, one: str, other: str, word: str) -> bool:
    """Whether a word of these two is among the compounds, the editorial ones too, perhaps in the
    plural, and was not ruled otherwise: what the option `judge: lexicon` goes by."""
    ruled = ruling(lexicon, one, other, word)
    if ruled is not None:
        return ruled
    said = key(word)
    return any(
        is_said(said, compound.text, lexicon.words[compound.second])
        for compound in lexicon.compounds_of(one, other)
    )


def precedent(lexicon: Lexicon, one: str, other: str, word: str) -> Precedent | None:
    """The ruling on this word of these two, else one on its other number: the plural, the singular."""
    rulings, found = lexicon.precedents.get(frozenset((one, other))), None
    if rulings is None:
        return None
    said = key(word)
    for ruled in rulings:
        if key(ruled.word) == said:
            return ruled
        if any(is_said(said, ruled.word, lexicon.words[part]) for part in ruled.parts):
            found = ruled
    return found


def ruling(lexicon: Lexicon, one: str, other: str, word: str) -> bool | None:
    """Whether the word stands by a ruling; None: there is none, or it leaves that to the table."""
    ruled = precedent(lexicon, one, other, word)
    if ruled is None:
        return None
    if ruled.decision is Decision.FORM:
        return key(ruled.word) == key(word)
    return ruled.decision.stands


def _verdict(lexicon: Lexicon, said: str, first: Word, second: Word) -> Verdict:
    for compound in lexicon.compounds_of(first.text, second.text):
        in_order = (compound.first, compound.second) == (first.text, second.text)
        if in_order and compound.band != EDITORIAL and is_said(said, compound.text, second):
            return Verdict.ATTESTED
    if any((begin, second.text) in lexicon.false_friends for begin in begins(said, second)):
        return Verdict.FALSE_FRIEND
    for form in first.forms:
        if _joined(said, form, second):
            linked = form.endswith("S") and not first.text.endswith("S")
            return Verdict.AMBIGUOUS if linked and second.text in _AFTER_S else Verdict.WELLFORMED
    if any(_joined(said, first.text + link, second) for link in LINKS):
        return Verdict.UNUSUAL
    return Verdict.UNUSUAL if _joined(said, first.heads[-1], second) else Verdict.NO_PARSE


def is_said(said: str, text: str, second: Word) -> bool:
    """Whether this compound was said, in the singular or the plural of its second word."""
    if said == key(text):
        return True
    begin = next((text.removesuffix(head) for head in second.heads if text.endswith(head)), None)
    return begin is not None and _joined(said, begin, second)


def _joined(said: str, begin: str, second: Word) -> bool:
    return any(said == key(begin + head) for head in second.heads)


def begins(said: str, second: Word) -> Iterator[str]:
    """What stands before the second word."""
    for head in second.heads:
        end = key(head)
        if said.endswith(end):
            yield said.removesuffix(end)


# --- reading -------------------------------------------------------------------------------------


def _rows(text: str) -> Iterator[dict[str, str]]:
    """The lines of a table, by the names in its first line."""
    names, *lines = (_cells(line) for line in text.splitlines() if line)
    return (dict(zip(names, line, strict=True)) for line in lines)


def _cells(line: str) -> list[str]:
    return [quoted.replace('""', '"') if quoted else plain for quoted, plain in _CELL.findall(line)]


def _handle(text: str, colour: Colour) -> str:
    names = {number: name for name, number in COLOUR_NAMED.items()}
    return f"{text.translate(_HANDLE).lower()}-{names[colour]}"


def _compounds(
    files: Mapping[str, str],
    words: Mapping[str, Word],
    precedents: Mapping[frozenset[str], Sequence[Precedent]],
) -> dict[frozenset[str], tuple[Compound, ...]]:
    """Those of the lists, less what was ruled to be no word, and what was ruled to be one."""
    found: dict[frozenset[str], dict[str, Compound]] = {}
    for name in ("compounds_ccbysa.csv", "compounds_editorial.csv"):
        for row in _rows(files[name]):
            compound = Compound(
                row["a"],
                row["b"],
                spoken(row["surface"]),
                int(row.get("band", EDITORIAL)),
                row.get("evidence_class", ""),
                _sources(row),
            )
            pair = frozenset((compound.first, compound.second))
            found.setdefault(pair, {})[key(compound.text)] = compound
    for pair, rulings in precedents.items():
        known = found.setdefault(pair, {})
        for ruled in rulings:
            if ruled.decision is Decision.INVALID:
                known.pop(key(ruled.word), None)
            elif ruled.decision.stands and key(ruled.word) not in known:
                known[key(ruled.word)] = _ruled(ruled, words)
    return {
        pair: tuple(sorted(some.values(), key=lambda compound: -compound.band))
        for pair, some in found.items()
        if some
    }


def _ruled(ruled: Precedent, words: Mapping[str, Word]) -> Compound:
    """A word that stands by a ruling, as a compound: its second word is the one that it ends with."""
    one, other = ruled.parts
    said = key(ruled.word)
    ends = any(said.endswith(key(head)) for head in words[one].heads)
    first, second = (other, one) if ends else (one, other)
    return Compound(first, second, ruled.word, EDITORIAL, RULED)


def _asides(files: Mapping[str, str]) -> Iterator[Aside]:
    for row in _rows(files["false_friends.csv"]):
        yield Aside(row["a"], row["b"], spoken(row["surface"]), row["why"])
    for row in _rows(files["rejected_hits.csv"]):
        yield Aside(row["a"], row["b"], spoken(row["surface"]), row["reason"], _sources(row))


def _sources(row: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(filter(None, row.get("sources", "").split("|")))


def _by_pair(some: Iterable[tuple[Sequence[str], T]]) -> Mapping[frozenset[str], tuple[T, ...]]:
    found: dict[frozenset[str], tuple[T, ...]] = {}
    for parts, one in some:
        pair = frozenset(parts)
        found[pair] = (*found.get(pair, ()), one)
    return MappingProxyType(found)


def _false_friends(asides: Sequence[Aside], words: Mapping[str, Word]) -> Iterator[tuple[str, str]]:
    """Also the hits that were left out because they are to be read as another word."""
    for aside in asides:
        if aside.why not in LEFT_OUT:
            for begin in begins(key(aside.text), words[aside.second]):
                yield begin, aside.second
