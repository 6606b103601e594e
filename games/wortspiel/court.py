"""The interface for the word court: a release's evidence on a word, and the chips at stake.

The platform calls nothing here while a round runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games.kernel.contests import Contest, Exhibit
from games.kernel.contract import N_, Event, Seat
from games.wortspiel.lexicon import (
    EDITORIAL,
    LINKS,
    RULED,
    Compound,
    Lexicon,
    Verdict,
    Word,
    begins,
    is_said,
    listed,
    verdict,
)
from games.wortspiel.word_forms import key

VERDICTS: Final = {
    Verdict.ATTESTED: N_("Sources attest this word, made of these two."),
    Verdict.WELLFORMED: N_(
        "Built the way German builds words. That says nothing about its meaning."
    ),
    Verdict.AMBIGUOUS: N_("Well built, but it can also be read another way."),
    Verdict.UNUSUAL: N_("With linking letters that the first word does not take."),
    Verdict.FALSE_FRIEND: N_("Looks like these two words, but is a different word."),
    Verdict.NO_PARSE: N_("Not made of these two words alone."),
}
BANDS: Final = {
    4: N_("very common"),
    3: N_("common"),
    2: N_("known"),
    1: N_("rare"),
    0: N_("hardly used"),
    EDITORIAL: N_("in no source"),
}
GRADES: Final = {
    "A": N_("a noun in a dictionary"),
    "B": N_("in a weaker dictionary"),
    "C": N_("in texts only"),
    RULED: N_("by a ruling of the word court"),
    "": N_("our own list: easily understood"),
}
SOURCES: Final = {
    "WD": "Wikidata (CC0)",
    "LEI": "Leipzig Corpora Collection (CC BY 4.0)",
    "WIK": "Wiktionary (CC BY-SA 4.0)",
    "WF": "wordfreq (CC BY-SA 4.0)",
}
"""Names of the sources, as in `data/LICENSE.md`."""
WHY: Final = {
    "name": N_("left out of the list: a name"),
    "doubtful": N_("left out of the list: doubtful"),
    "parse": N_("left out of the list: it reads as a different word"),
    "other": N_("left out of the list: people use another word for it"),
    "nothing": N_("left out of the list: well built, but nothing is called that"),
}
SIMILAR: Final = 6
"""Number of similar compounds of each kind that are shown beside the word."""


class WordCourt:
    """This game's `games.kernel.contests.Court`."""

    def entry(self, word: str) -> str:
        return key(word)

    def evidence(self, data: Lexicon, word: str, parts: Sequence[str]) -> tuple[Exhibit, ...]:
        one, other = parts
        said = key(word)
        return (
            Exhibit(
                N_("At a glance"),
                (),
                ((VERDICTS[verdict(data, one, other, word)],),),
                N_("Nothing."),
            ),
            Exhibit(
                N_("In the word list"),
                (N_("Word"), N_("How common"), N_("Attested"), N_("Sources and their licences")),
                tuple(
                    _row(known)
                    for known in data.compounds_of(one, other)
                    if _same(data, said, known)
                ),
                N_("It is not in the word list. Many good words are in no list."),
            ),
            Exhibit(
                N_("How it is built"),
                (N_("Parts"), N_("The first word"), N_("The second word")),
                tuple(_parses(data, said, one, other)),
                N_(
                    "The two words, with their linking letters, do not make this word in "
                    "either order."
                ),
            ),
            Exhibit(
                N_("What it could be mistaken for"),
                (N_("Word"), N_("Why")),
                tuple(
                    (aside.text, WHY.get(aside.why, aside.why))
                    for aside in data.asides.get(frozenset(parts), ())
                ),
                N_("Nothing that we know of."),
            ),
            Exhibit(
                N_("Similar compounds"),
                (N_("Word"), N_("How common"), N_("Attested")),
                tuple(_row(known)[:-1] for known in _similar(data, said, one, other)),
                N_("None in the word list."),
            ),
        )

    def opinion(self, data: Lexicon, word: str, parts: Sequence[str]) -> bool | None:
        """Judge by the word list; absence is no evidence, as many good words have no source."""
        one, other = parts
        if listed(data, one, other, word):
            return True
        says = verdict(data, one, other, word)
        return False if says in (Verdict.FALSE_FRIEND, Verdict.NO_PARSE) else None

    def amends(self, contest: Contest, stands: bool, events: Sequence[Event]) -> dict[Seat, int]:
        """Return the change in chips for the author and the doubters.

        A seat whose chips did not count (RULES.md 7.2) is left out. If no seat's were counted,
        there is no change.
        """
        ends = [event.data for event in events if event.kind == "counted"]
        if contest.stands == stands or not ends:
            return {}
        owed = -1 if stands else 1
        chips = {contest.author: owed} | dict.fromkeys(contest.doubters, -owed)
        return {seat: points for seat, points in chips.items() if seat != ends[-1]["out"]}


def _same(lexicon: Lexicon, said: str, known: Compound) -> bool:
    return is_said(said, known.text, lexicon.words[known.second])


def _row(known: Compound) -> tuple[str, ...]:
    names = ", ".join(SOURCES.get(source, source) for source in known.sources)
    return known.text, BANDS[known.band], GRADES[known.grade], names


def _parses(lexicon: Lexicon, said: str, one: str, other: str) -> Iterator[tuple[str, ...]]:
    """Yield each way to read the word as the two: the part before the second, and its number."""
    for first, second in dict.fromkeys(((one, other), (other, one))):
        for begin in begins(said, lexicon.words[second]):
            how = _linked(lexicon.words[first], begin)
            if how is not None:
                end = said.removeprefix(begin)
                number = N_("singular") if end == key(second) else N_("plural")
                yield f"{begin} + {end}", how, number


def _linked(first: Word, begin: str) -> str | None:
    """Return how the first word was altered to be before another; None: it cannot be there."""
    if begin == key(first.text):
        return N_("unaltered")
    usual = begin in map(key, first.forms)
    if len(first.heads) > 1 and begin == key(first.heads[-1]):
        if begin.startswith(key(first.text)):
            return N_("like its plural") if usual else N_("like its plural, which is unusual here")
        if usual:
            return N_("like its plural, with an altered stem")
        return N_("like its plural, with an altered stem, which is unusual here")
    if usual and begin.startswith(key(first.text)):
        return N_("with linking letters")
    if usual:
        return N_("with an altered or shortened stem")
    if any(begin == key(first.text + link) for link in LINKS):
        return N_("with linking letters that it does not take")
    return None


def _similar(lexicon: Lexicon, said: str, one: str, other: str) -> Iterator[Compound]:
    """Yield other words of these two, and those that begin or end like it, most common first."""
    pair = {one, other}
    every = (known for some in lexicon.compounds.values() for known in some)
    akin = (known for known in every if known.first in pair or known.second in pair)
    apart = [known for known in akin if not _same(lexicon, said, known)]
    yield from (known for known in apart if {known.first, known.second} == pair)
    rest = [known for known in apart if {known.first, known.second} != pair]
    for first, second in dict.fromkeys(((one, other), (other, one))):
        if any(True for _ in begins(said, lexicon.words[second])):
            yield from _most_common(known for known in rest if known.first == first)
            yield from _most_common(known for known in rest if known.second == second)


def _most_common(some: Iterable[Compound]) -> list[Compound]:
    return sorted(some, key=lambda known: -known.band)[:SIMILAR]
