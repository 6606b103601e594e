"""The deck and the lexicon of a release, and the evidence and rulings in it about a word.

It is only evidence: `word_forms.from_cards` decides which words may be laid, and at a table that
votes the lexicon judges no word.
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
"""Links that German puts between two nouns; a noun's `forms` show which of them it takes."""
_AFTER_S: Final = frozenset({"TURM"})
"""Words that are another word with an S before them: FEUERSTURM."""
EDITORIAL: Final = -1
"""Instead of a band of commonness: easy to understand, but without a source."""
RULED: Final = "R"
"""Instead of a grade: without a source, but the word court has ruled that it is a word."""
LEFT_OUT: Final = frozenset({"name", "doubtful", "other", "nothing"})
"""Reasons to leave out a word that people may well say (data/LICENSE.md)."""

T = TypeVar("T")


class Verdict(StrEnum):
    """The lexicon's verdict on a word and its two cards."""

    ATTESTED = "attested"
    WELLFORMED = "wellformed"
    AMBIGUOUS = "ambiguous"
    UNUSUAL = "unusual"
    FALSE_FRIEND = "false_friend"
    NO_PARSE = "no_parse"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the deck.

    `heads`: the forms in which it may end a compound. `forms`: those in which it may begin one, the
    usual one first.
    """

    text: str
    heads: tuple[str, ...]
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compound:
    """A known word: its first and second word, its spelling, and its commonness.

    * `band`: from 4, very common, to 0, hardly, or `EDITORIAL`.
    * `grade`: its best evidence, from A, a dictionary, to C, only a corpus.
    * `sources`: their names (data/LICENSE.md). Without a source both are empty.
    """

    first: str
    second: str
    text: str
    band: int
    grade: str = ""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside:
    """A word that is in no list of compounds, and the reason.

    It is another word (`why` tells how to read it), or it was left out (data/LICENSE.md lists the
    reasons).
    """

    first: str
    second: str
    text: str
    why: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Lexicon:
    """A release in play. It is immutable.

    * `words`: by their text.
    * `faces`: the word and the colour of each card.
    * `handles`: each card's name in JSON, as in `card_named`.
    * `compounds`: by their two words, in either order.
    * `false_friends`: parts before a second word that make another word with it.
    * `asides` and `precedents`: by their two words, like the compounds.
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
        """Return the compounds of two words, the most common first."""
        return self.compounds.get(frozenset((one, other)), ())


def read_lexicon(files: Mapping[str, str]) -> Lexicon:
    """Read a release from its files (name to text)."""
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
    """Return the verdict on a word that was made of two cards, laid in either order."""
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
"""Verdicts by weight: the first wins if the two orders or two readings differ."""


def listed(lexicon: Lexicon, one: str, other: str, word: str) -> bool:
    """Return whether a word of these two is listed and was not ruled otherwise.

    Editorial compounds and plurals count too. The option `judge: lexicon` uses this.
    """
    ruled = ruling(lexicon, one, other, word)
    if ruled is not None:
        return ruled
    said = key(word)
    return any(
        is_said(said, compound.text, lexicon.words[compound.second])
        for compound in lexicon.compounds_of(one, other)
    )


def precedent(lexicon: Lexicon, one: str, other: str, word: str) -> Precedent | None:
    """Return the ruling on this word of these two, else one on its plural or singular."""
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
    """Return whether the word stands by a ruling; None: there is none, or each table decides."""
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
    """Return whether the word is this compound, with its second word in singular or plural."""
    if said == key(text):
        return True
    begin = next((text.removesuffix(head) for head in second.heads if text.endswith(head)), None)
    return begin is not None and _joined(said, begin, second)


def _joined(said: str, begin: str, second: Word) -> bool:
    return any(said == key(begin + head) for head in second.heads)


def begins(said: str, second: Word) -> Iterator[str]:
    """Yield the possible parts before the second word."""
    for head in second.heads:
        end = key(head)
        if said.endswith(end):
            yield said.removesuffix(end)


# --- reading -------------------------------------------------------------------------------------


def _rows(text: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a table as dicts, with the names in its first line."""
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
    """Return the listed compounds, without those ruled invalid and with those ruled valid."""
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
    """Return a word that stands by a ruling as a compound.

    Its second word is the one that it ends with.
    """
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
    """Yield the false friends, with the omitted hits that are to be read as another word."""
    for aside in asides:
        if aside.why not in LEFT_OUT:
            for begin in begins(key(aside.text), words[aside.second]):
                yield begin, aside.second
