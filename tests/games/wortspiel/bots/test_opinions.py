"""The bots' opinions of words, and their effect (RULES.md 12.3, docs/bots.md).

Two bots at a table of three decide whether a word is German. Earlier bots overturned EISBLUME,
which the leaflet prints, every time. They accepted any two words while their author had cards, and
doubted two of five last cards.
"""

from __future__ import annotations

import pytest

from games.kernel.contract import Event
from games.wortspiel import GAME
from games.wortspiel.bots.opinions import Opinion, opinion
from games.wortspiel.lexicon import read_lexicon
from tests.games.wortspiel.doubts import LEFT, Said, by_cards_left, fate, listed, nonsense
from tests.games.wortspiel.scene import LEXICON
from tests.games.wortspiel.test_court import FILES, ruled

LEVELS = tuple(GAME.bots)
TRIED = (
    Said("EISBLUME", "blume-red", "eis-red"),
    Said("MILCHEIS", "eis-red", "milch-red"),
    Said("TÜRSCHLÜSSEL", "schluessel-red", "tuer-red"),
    Said("BÜCHERBERG", "berg-red", "buch-red"),
    Said("SEEGLAS", "glas-red", "see-red"),
    Said("KATZENUHR", "uhr-red", "katze-red"),
)
"""Words in the leaflet or in our own lists that bots once overturned."""


def _card(handle: str) -> str:
    """Return a card with this word, of any colour."""
    word = handle.split("-")[0]
    return next(name for name in LEXICON.handles if name.split("-")[0] == word)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("tried", TRIED, ids=[tried.word for tried in TRIED])
def test_12_3_a_listed_word_stands_as_the_last_card(level: str, tried: Said) -> None:
    """RULES.md 12.3."""
    said = Said(tried.word, _card(tried.card), _card(tried.base))
    assert not fate(level, said, left=0).doubted


def test_12_3_every_listed_word_is_a_word_in_either_number() -> None:
    """RULES.md 12.3."""
    for compounds in LEXICON.compounds.values():
        for compound in compounds:
            one, other = compound.first, compound.second
            assert opinion(LEXICON, one, other, compound.text) is Opinion.WORD, compound.text
            assert opinion(LEXICON, other, one, compound.text) is Opinion.WORD, compound.text
    assert opinion(LEXICON, "EIS", "BLUME", "EISBLUMEN") is Opinion.WORD


@pytest.mark.parametrize("level", LEVELS)
def test_12_3_nonsense_is_doubted_at_any_number_of_cards(level: str) -> None:
    """RULES.md 12.3: it is doubted as often with ten cards left as with none."""
    for linked in (False, True):
        some = nonsense(60, linked)
        doubted = {left: sum(fate(level, said, left).doubted for said in some) for left in LEFT}
        assert min(doubted.values()) >= 0.6 * len(some), (linked, doubted)
        assert max(doubted.values()) - min(doubted.values()) <= 0.1 * len(some), (linked, doubted)


@pytest.mark.parametrize("level", LEVELS)
def test_12_3_who_accepts_a_word_does_not_vote_against_it(level: str) -> None:
    """RULES.md 12.3."""
    some = [*listed()[::25], *nonsense(60, linked=True), *nonsense(60, linked=False)]
    assert sum(fate(level, said, left=0).turncoats for said in some) == 0


@pytest.mark.parametrize(
    ("one", "other", "word", "sounds"),
    [
        ("KATZE", "HAUS", "KATZENHÄUSER", Opinion.WORD),  # in the list
        ("WEIN", "MANN", "WEINMANN", Opinion.WORD),  # both parts are common
        ("WEIN", "MANN", "WEINSMANN", Opinion.WRONG),  # with an S that WEIN does not take
        ("EIS", "BAHN", "EISENBAHN", Opinion.WRONG),  # of iron, not of ice
        ("TÜR", "HUND", "TÜRHUND", Opinion.WRONG),
        ("ANTENNE", "SCHUH", "ANTENNESCHUH", Opinion.WRONG),
        ("VOGEL", "AUTO", "VOGELAUTO", Opinion.ODD),
    ],
)
def test_12_3_how_wrong_a_word_sounds(one: str, other: str, word: str, sounds: Opinion) -> None:
    """RULES.md 12.3."""
    assert opinion(LEXICON, one, other, word) is sounds


def test_most_words_that_are_missing_would_pass_the_vote() -> None:
    """RULES.md 12.3: in a release without a tenth of its words, bots overturn one in five at most.

    Words that people use but no list has are judged like these.
    """
    files = dict(FILES)
    gone: list[list[str]] = []
    for name in ("compounds_ccbysa.csv", "compounds_editorial.csv"):
        head, *lines = files[name].splitlines()
        gone += [line.split(",")[:3] for line in lines[::10]]
        left = [line for number, line in enumerate(lines) if number % 10]
        files[name] = "\n".join([head, *left])
    lexicon = read_lexicon(files)
    sounds = [opinion(lexicon, one, other, word) for one, other, word in gone]
    assert sounds.count(Opinion.WORD) >= len(sounds) / 2
    assert sounds.count(Opinion.WRONG) <= len(sounds) / 5


def test_a_ruling_is_heard() -> None:
    """RULES.md 12.3: a word ruled invalid is not a word to bots, and a word ruled valid is one."""
    lexicon = ruled(("EISBLUME", "EIS", "BLUME", "invalid"), ("TÜRGLAS", "TÜR", "GLAS", "valid"))
    assert opinion(lexicon, "EIS", "BLUME", "EISBLUME") is Opinion.WRONG
    assert opinion(lexicon, "TÜR", "GLAS", "TÜRGLAS") is Opinion.WORD


def test_doubts_are_counted_by_what_their_authors_had_left() -> None:
    told = [
        Event("laid", {"seq": 1, "left": 2}),
        Event("laid", {"seq": 2, "left": 0}),
        Event("halt", {"seq": 2}),
    ]
    assert by_cards_left([told, told]) == {0: (2, 2), 2: (2, 0)}
