"""Rulings of the word court in the lexicon, at a table that they judge, and the value of a word."""

from __future__ import annotations

from typing import Any

import pytest

from core import data_releases
from games.kernel.contests import (
    PRECEDENTS,
    Contest,
    Decision,
    Exhibit,
    Precedent,
    contest_of,
    precedents_in,
    written,
)
from games.kernel.contract import Rules
from games.kernel.events import public_event
from games.wortspiel import GAME
from games.wortspiel.lexicon import Lexicon, listed, precedent, ruling, verdict
from tests.games.wortspiel.scene import LEXICON, Scene

FILES = data_releases.read_release(data_releases.release_folders("wortspiel")[-1])


def ruled(*rulings: tuple[str, str, str, str]) -> Lexicon:
    """Return the newest release with these rulings: word, two parts, decision."""
    precedents = [
        Precedent(number, word, (one, other), Decision(decision), "2026-11-22")
        for number, (word, one, other, decision) in enumerate(rulings, 1)
    ]
    lexicon: Lexicon = GAME.read(FILES | {PRECEDENTS: written(precedents)})
    return lexicon


def test_what_is_written_is_read_again() -> None:
    rulings = (
        Precedent(2, "EISBEIN", ("EIS", "BEIN"), Decision.FORM, "2026-11-22"),
        Precedent(1, "WEINEIS", ("WEIN", "EIS"), Decision.VALID, "2026-11-21"),
    )
    assert precedents_in({PRECEDENTS: written(rulings)}) == rulings[::-1]
    assert precedents_in({}) == ()
    assert precedents_in({PRECEDENTS: written([])}) == ()


@pytest.mark.parametrize(
    ("decision", "said", "stands"),
    [
        ("valid", "FISCHSCHULE", True),
        ("valid", "Fisch-Schulen", True),
        ("invalid", "FISCHSCHULE", False),
        ("invalid", "FISCHSCHULEN", False),
        ("form", "FISCHSCHULE", True),
        ("form", "FISCHSCHULEN", False),
        ("table", "FISCHSCHULE", None),
        ("table", "FISCHSCHULEN", None),
        ("valid", "SCHULFISCH", None),
    ],
)
def test_5_8_a_ruling_means_the_word_in_both_numbers(
    decision: str, said: str, stands: bool | None
) -> None:
    """RULES.md 5.8."""
    lexicon = ruled(("FISCHSCHULE", "SCHULE", "FISCH", decision))
    for cards in (("SCHULE", "FISCH"), ("FISCH", "SCHULE")):
        assert ruling(lexicon, *cards, said) is stands
        assert (precedent(lexicon, *cards, said) is None) == (said == "SCHULFISCH")
    assert ruling(lexicon, "FISCH", "BILD", "FISCHBILD") is None


def test_5_8_the_ruling_on_just_this_word_comes_first() -> None:
    """RULES.md 5.8."""
    lexicon = ruled(
        ("FISCHSCHULE", "FISCH", "SCHULE", "invalid"), ("FISCHSCHULEN", "FISCH", "SCHULE", "valid")
    )
    assert ruling(lexicon, "FISCH", "SCHULE", "FISCHSCHULEN") is True
    assert ruling(lexicon, "FISCH", "SCHULE", "FISCHSCHULE") is False


def test_5_8_the_lexicon_grows_by_rulings() -> None:
    """RULES.md 5.8. It also loses invalid words."""
    assert not listed(LEXICON, "FISCH", "TELEFON", "FISCHTELEFON")
    assert listed(LEXICON, "AUTO", "BAHN", "AUTOBAHN")
    lexicon = ruled(
        ("FISCHTELEFON", "TELEFON", "FISCH", "valid"),
        ("AUTOBAHN", "AUTO", "BAHN", "invalid"),
        ("AUTOTELEFON", "AUTO", "TELEFON", "table"),
    )
    (found,) = (c for c in lexicon.compounds_of("FISCH", "TELEFON") if c.text == "FISCHTELEFON")
    assert (found.first, found.second, found.grade) == ("FISCH", "TELEFON", "R")
    assert listed(lexicon, "FISCH", "TELEFON", "FISCHTELEFONE")
    assert not listed(lexicon, "AUTO", "BAHN", "AUTOBAHN")
    assert "AUTOBAHN" not in [known.text for known in lexicon.compounds_of("AUTO", "BAHN")]
    assert verdict(LEXICON, "AUTO", "BAHN", "AUTOBAHN") == "attested"
    known = [compound.text for compound in LEXICON.compounds_of("AUTO", "TELEFON")]
    assert [compound.text for compound in lexicon.compounds_of("AUTO", "TELEFON")] == known
    assert lexicon.text_of == LEXICON.text_of


def raced(lexicon: Lexicon, **chosen: Any) -> Scene:
    """Return a scene of four seats in a race on red, with this release."""
    scene = Scene(
        "eis-red",
        "auto-red haus-red",
        "land-blue",
        "see-blue",
        tops="bahn-red",
        colour="red",
        **chosen,
    )
    scene.rules = Rules(scene.rules.revision, scene.rules.options, lexicon)
    return scene.play(1, "auto-red", 0, "AUTOBAHN").halt(2)


@pytest.mark.parametrize(("decision", "stands"), [("valid", True), ("invalid", False)])
def test_5_8_a_ruling_judges_after_the_talk(decision: str, stands: bool) -> None:
    """RULES.md 5.8."""
    lexicon = ruled(("AUTOBAHN", "AUTO", "BAHN", decision))
    scene = raced(lexicon, judge="precedents")
    board = scene.board()
    assert board.dispute is not None
    assert board.dispute.by == "precedents"
    assert not [event for event in scene.events if "precedent" in event.data]
    scene.to_vote()
    over = scene.last("doubt_over").data
    assert (over["stands"], over["by"], over["votes"]) == (stands, "precedents", [])
    assert over["precedent"]["ruling"] == 1
    assert scene.state.chips == ((0, 0, 1, 0) if stands else (0, 1, 0, 0))


@pytest.mark.parametrize("rulings", [(), (("AUTOBAHN", "AUTO", "BAHN", "table"),)])
def test_5_8_where_no_ruling_decides_all_vote(
    rulings: tuple[tuple[str, str, str, str], ...],
) -> None:
    """RULES.md 5.8."""
    scene = raced(ruled(*rulings), judge="precedents").to_vote()
    assert scene.phase == "doubt_vote"
    scene.votes(False, False, False, True)
    over = scene.last("doubt_over").data
    assert (over["stands"], over["by"]) == (False, "vote")
    assert ("precedent" in over) == bool(rulings)


def test_5_11_a_voting_table_hears_of_a_ruling_when_all_is_over() -> None:
    """RULES.md 5.11."""
    scene = raced(ruled(("AUTOBAHN", "BAHN", "AUTO", "valid"))).to_vote().votes(False, False, False)
    for viewer in (None, 0, 1, 2, 3):
        assert "ruling" not in repr(scene.board(viewer))
    assert not [event for event in scene.events if "precedent" in event.data]
    scene.votes(True)
    (over,) = (event for event in scene.told if event.kind == "doubt_over")
    contest = contest_of(GAME.meta, over)
    assert contest is not None
    assert contest.stands is False
    assert contest.precedent == Precedent(
        1, "AUTOBAHN", ("BAHN", "AUTO"), Decision.VALID, "2026-11-22"
    )


def test_a_table_without_a_ruling_is_told_what_it_always_was() -> None:
    over = raced(LEXICON).to_vote().votes(True, True, True, True).last("doubt_over").data
    assert "precedent" not in over


# The value of a word ----------------------------------------------------------------------------


def contest(stands: bool) -> Contest:
    votes = [(2, stands), (3, stands), (0, stands), (1, stands)]
    return Contest(1, "AUTOBAHN", ["AUTO", "BAHN"], 7, [2, 3], votes, stands, "vote")


@pytest.mark.parametrize(
    ("stood", "should", "out", "amended"),
    [
        (False, True, None, {1: -1, 2: 1, 3: 1}),
        (True, False, None, {1: 1, 2: -1, 3: -1}),
        (True, True, None, {}),
        (False, False, None, {}),
        (False, True, 1, {2: 1, 3: 1}),
        (True, False, 3, {1: 1, 2: -1}),
        (True, False, 0, {1: 1, 2: -1, 3: -1}),
    ],
)
def test_5_11_the_chips_go_to_whom_they_belong(
    stood: bool, should: bool, out: int | None, amended: dict[int, int]
) -> None:
    """RULES.md 5.11."""
    events = [public_event("chips", seats=[1], left=15), public_event("counted", out=out)]
    assert GAME.court.amends(contest(stood), should, events) == amended
    assert GAME.court.amends(contest(stood), should, events[:1]) == {}


# Evidence ---------------------------------------------------------------------------------------


def exhibit(heading: str, word: str, *parts: str) -> Exhibit:
    found = GAME.court.evidence(LEXICON, word, parts)
    return next(one for one in found if one.heading == heading)


def test_evidence_has_each_hit_with_its_source() -> None:
    """The evidence includes the licence and the commonness of each hit."""
    (row,) = exhibit("In the word list", "Autobahnen", "BAHN", "AUTO").rows
    assert row[:3] == ("AUTOBAHN", "very common", "a noun in a dictionary")
    assert "Wiktionary (CC BY-SA 4.0)" in row[3]
    assert "wordfreq (CC BY-SA 4.0)" in row[3]
    (row,) = exhibit("In the word list", "HOLZTELEFON", "HOLZ", "TELEFON").rows
    assert row == ("HOLZTELEFON", "in no source", "our own list: easily understood", "")
    assert exhibit("In the word list", "FISCHTELEFON", "FISCH", "TELEFON").rows == ()


@pytest.mark.parametrize(
    ("word", "one", "other", "rows"),
    [
        ("AUTOBAHN", "AUTO", "BAHN", [("AUTO + BAHN", "unaltered", "singular")]),
        (
            "LÄNDERSPIELE",
            "SPIEL",
            "LAND",
            [("LAENDER + SPIELE", "like its plural, with an altered stem", "plural")],
        ),
        ("MANNSBILD", "MANN", "BILD", [("MANNS + BILD", "with linking letters", "singular")]),
        (
            "SCHULKIND",
            "SCHULE",
            "KIND",
            [("SCHUL + KIND", "with an altered or shortened stem", "singular")],
        ),
        (
            "TELEFONSHAUS",
            "TELEFON",
            "HAUS",
            [("TELEFONS + HAUS", "with linking letters that it does not take", "singular")],
        ),
        ("HUNDEHAUS", "HUND", "HAUS", [("HUNDE + HAUS", "like its plural", "singular")]),
        ("LANDSCHAFTSBILD", "LAND", "BILD", []),
    ],
)
def test_evidence_says_how_a_word_parses(
    word: str, one: str, other: str, rows: list[tuple[str, ...]]
) -> None:
    assert list(exhibit("How it is built", word, one, other).rows) == rows


def test_evidence_says_what_a_word_may_be_taken_for() -> None:
    rows = exhibit("What it could be mistaken for", "HAUSSTEIN", "HAUS", "STEIN").rows
    assert ("HAUSSTEIN", "left out of the list: a name") in rows


def test_evidence_shows_similar_compounds() -> None:
    """The word itself is not among them."""
    rows = exhibit("Similar compounds", "AUTOBAHN", "AUTO", "BAHN").rows
    words = [row[0] for row in rows]
    assert "AUTOBAHN" not in words
    assert len(words) == len(set(words))
    assert any(word.startswith("AUTO") for word in words)
    assert any(word.endswith("BAHN") for word in words)


@pytest.mark.parametrize(
    ("word", "one", "other", "held"),
    [
        ("AUTOBAHN", "AUTO", "BAHN", True),
        ("HOLZTELEFON", "HOLZ", "TELEFON", True),
        ("FISCHTELEFON", "FISCH", "TELEFON", None),
        ("TELEFONSHAUS", "TELEFON", "HAUS", None),
        ("EISENBAHN", "EIS", "BAHN", False),
        ("LANDSCHAFTSBILD", "LAND", "BILD", False),
    ],
)
def test_the_lexicon_has_an_opinion_only_where_it_can_tell(
    word: str, one: str, other: str, held: bool | None
) -> None:
    assert GAME.court.opinion(LEXICON, word, (one, other)) is held
