"""The deck, the form check for words that are laid, and the lexicon's evidence about a word."""

from __future__ import annotations

import pytest

from core import data_releases
from games.wortspiel import GAME
from games.wortspiel.court import WHY
from games.wortspiel.lexicon import EDITORIAL, LEFT_OUT, listed, verdict
from games.wortspiel.word_forms import from_cards, key, spoken
from tests.games.wortspiel.scene import LEXICON

EVERY = [compound for some in LEXICON.compounds.values() for compound in some]
PUBLISHED = {
    "2026-11": "496d391c73135036cb942a92153ea39defa0a4ccffcdca6fa3b26afeeb201f9e",
    "2026-11-26": "3b38c268449390598086a060272dccc52a19478f9b3248403a821cdfef99e7fa",
}


def test_published_releases_do_not_change() -> None:
    """A published release must not change by a single letter: running matches and replays use it.

    New content is a new folder in games/wortspiel/data, a new line here, and a new `Meta.data`.
    """
    found = {
        folder.name: data_releases.hash_of(data_releases.read_release(folder))
        for folder in data_releases.release_folders(GAME.meta.slug)
    }
    assert found == PUBLISHED
    assert GAME.meta.data in PUBLISHED.values()


def test_the_lexicon_is_whole() -> None:
    attested = [compound for compound in EVERY if compound.band != EDITORIAL]
    assert (len(attested), len({frozenset((c.first, c.second)) for c in attested})) == (540, 445)
    assert len(EVERY) - len(attested) == 313
    assert {compound.band for compound in EVERY} == {EDITORIAL, 0, 1, 2, 3, 4}
    assert {len(word.heads) for word in LEXICON.words.values()} == {1, 2}


@pytest.mark.parametrize(
    ("word", "one", "other"),
    [
        ("KAFFEEMILCH", "MILCH", "KAFFEE"),
        ("KATZENTÜR", "KATZE", "TÜR"),
        ("KINDEREIS", "KIND", "EIS"),
        ("KAFFEEEIS", "KAFFEE", "EIS"),
        ("GARTENWASSER", "GARTEN", "WASSER"),
        ("SPIELTELEFON", "SPIEL", "TELEFON"),
        ("SCHLÜSSELGELD", "GELD", "SCHLÜSSEL"),
        ("DACHHOLZ", "HOLZ", "DACH"),
    ],
)
def test_what_a_household_says_is_listed(word: str, one: str, other: str) -> None:
    """Both Milchkaffee and Kaffeemilch are listed, since the word list may decide."""
    assert listed(LEXICON, one, other, word)


def test_what_was_left_out_has_a_reason_that_is_told() -> None:
    """A considered word is in the list or beside it, never both.

    A word that was left out is not a false friend by that, and the word court tells the reason.
    """
    known = {(compound.first, compound.second, key(compound.text)) for compound in EVERY}
    asides = [aside for some in LEXICON.asides.values() for aside in some]
    left = [aside for aside in asides if aside.why in LEFT_OUT]
    assert {aside.why for aside in left} == LEFT_OUT
    assert set(WHY) >= LEFT_OUT
    for aside in left:
        assert (aside.first, aside.second, key(aside.text)) not in known, aside
        if aside.why in ("other", "nothing"):
            found = verdict(LEXICON, aside.first, aside.second, aside.text)
            assert found in ("wellformed", "ambiguous"), aside


def test_each_known_compound_may_be_laid_and_is_known() -> None:
    for compound in EVERY:
        for typed in (compound.text, compound.text.lower(), key(compound.text)):
            for cards in ((compound.first, compound.second), (compound.second, compound.first)):
                assert from_cards(spoken(typed), *cards), compound
                assert listed(LEXICON, *cards, spoken(typed)), compound
                found = verdict(LEXICON, *cards, spoken(typed))
                assert (found == "attested") == (compound.band != EDITORIAL), compound


@pytest.mark.parametrize(
    ("word", "one", "other"),
    [
        ("WASSEREIS", "EIS", "WASSER"),
        ("EISWEIN", "EIS", "WEIN"),
        ("EISBEIN", "EIS", "BEIN"),
        ("EISBLUME", "EIS", "BLUME"),
        ("HAUSTELEFON", "HAUS", "TELEFON"),
        ("HOLZSCHIFF", "HOLZ", "SCHIFF"),
        ("LUFTSCHIFF", "LUFT", "SCHIFF"),
        ("LÄNDERSPIEL", "LAND", "SPIEL"),
        ("MANNSBILD", "MANN", "BILD"),
        ("AUTOBAHN", "AUTO", "BAHN"),
    ],
)
def test_the_words_of_the_rulebook_parse(word: str, one: str, other: str) -> None:
    assert from_cards(word, one, other)
    assert verdict(LEXICON, one, other, word) in ("attested", "wellformed")


@pytest.mark.parametrize(
    ("typed", "one", "other", "found"),
    [
        ("LANDSCHAFTSBILD", "LAND", "BILD", "no_parse"),
        ("LAENDERSPIEL", "LAND", "SPIEL", "attested"),
        ("Eis-Bein", "EIS", "BEIN", "attested"),
        ("STRAẞENBAHN", "STRASSE", "BAHN", "attested"),
        ("Straßenbahn", "STRASSE", "BAHN", "attested"),
        ("SCHIFFISCH", "SCHIFF", "FISCH", "wellformed"),
        ("SCHIFFFISCH", "SCHIFF", "FISCH", "wellformed"),
        ("KINDERWÄGEN", "KIND", "WAGEN", "attested"),
        ("La\u0308nderspiel", "LAND", "SPIEL", "attested"),
        ("EISENBAHN", "EIS", "BAHN", "false_friend"),
        ("LANDEBAHN", "LAND", "BAHN", "false_friend"),
        ("BUCHENWALD", "BUCH", "WALD", "false_friend"),
        ("FEUERSTURM", "FEUER", "TURM", "false_friend"),
        ("LANDSTURM", "LAND", "TURM", "false_friend"),
        ("KINDSTURM", "KIND", "TURM", "ambiguous"),
        ("TELEFONSHAUS", "TELEFON", "HAUS", "unusual"),
        ("HOLZTELEFON", "HOLZ", "TELEFON", "wellformed"),
        ("AUTOAUTO", "AUTO", "AUTO", "wellformed"),
    ],
)
def test_other_spellings_and_verdicts(typed: str, one: str, other: str, found: str) -> None:
    """All of these may be laid: the verdict is only evidence."""
    for cards in ((one, other), (other, one)):
        assert from_cards(spoken(typed), *cards)
        assert verdict(LEXICON, *cards, spoken(typed)) == found


@pytest.mark.parametrize(
    ("typed", "one", "other"),
    [
        ("", "EIS", "BEIN"),
        ("EIS", "EIS", "BEIN"),
        ("AUTO", "AUTO", "AUTO"),
        ("EIS BEIN", "EIS", "BEIN"),
        ("EISBEIN!", "EIS", "BEIN"),
        ("EISBEIN2", "EIS", "BEIN"),
        ("EIS\u00d7BEIN", "EIS", "BEIN"),
        ("\u0415ISBEIN", "EIS", "BEIN"),
        ("EIS" + "X" * 34 + "BEIN", "EIS", "BEIN"),
        ("FUSSBALL", "LAND", "SPIEL"),
        ("SEIS", "SEE", "EIS"),
    ],
)
def test_what_may_not_be_laid(typed: str, one: str, other: str) -> None:
    assert not from_cards(spoken(typed), one, other)


def test_forty_letters_may_be_laid() -> None:
    assert from_cards("EIS" + "X" * 33 + "BEIN", "EIS", "BEIN")


def test_any_two_cards_may_be_joined_either_way() -> None:
    for one in LEXICON.words:
        for other in LEXICON.words:
            assert from_cards(one + other, one, other)
            assert from_cards(one + other, other, one)
