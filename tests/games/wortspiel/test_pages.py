"""The pages of Wortspiel: every card drawn, every event told, and no hand of another seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template import engines
from django.template.loader import render_to_string
from django.utils import translation

from games.kernel.chance import SeededChance
from games.kernel.contract import Rules, Viewer
from games.wortspiel import GAME
from games.wortspiel.actions import (
    AcceptWord,
    ChooseColour,
    Concede,
    DeclareStuck,
    Doubt,
    JoinDoubt,
    ObjectTo,
    OpenPass,
    PlayCard,
    PointTo,
    Ready,
    RetractStuck,
    TimeUp,
    Vote,
)
from games.wortspiel.cards import COLOURS
from games.wortspiel.state import Phase, State
from matches.present.board import for_page
from tests.games.sentences import NAMES, text
from tests.games.showing import shown_hint
from tests.games.sight import board, context
from tests.games.wortspiel import sight
from tests.games.wortspiel.scene import LEXICON, rules_with
from tests.games.wortspiel.sight import Round, begin, lay, raced

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "templates" / "games" / "wortspiel"
CARDS_SVG = PAGES / "static" / "cards.svg"


# Events ---------------------------------------------------------------------------------------


def test_words_of_cards_are_those_of_the_deck() -> None:
    page: Any = engines["jinja2"].get_template("games/wortspiel/names.html")
    names = page.template.module
    for handle, (word, _) in zip(LEXICON.handles, LEXICON.faces, strict=True):
        assert names.word_of(handle) == word


def test_the_usual_forms_of_a_word_are_those_of_the_deck() -> None:
    """So no word of the lexicon is behind the other forms."""
    listed = engines["jinja2"].get_template("games/wortspiel/fronts.html").render()
    usual = {word: forms.split(",") for word, forms in (one.split(":") for one in listed.split())}
    assert usual == {word.text: list(word.forms) for word in LEXICON.words.values()}


# Drawings -------------------------------------------------------------------------------------


def symbols() -> list[str]:
    """Return the drawings in the sprite."""
    every = ElementTree.parse(CARDS_SVG).getroot().iter()
    return [found for element in every if (found := element.get("id"))]


def test_every_word_of_the_deck_is_drawn_once() -> None:
    """Every colour has its shape."""
    drawn = symbols()
    assert len(drawn) == len(set(drawn))
    pictures = {f"word-{handle.rpartition('-')[0]}" for handle in LEXICON.handles}
    assert len(pictures) == 50
    assert pictures == {one for one in drawn if one.startswith("word-")}
    shapes = {f"{kind}-{colour}" for kind in ("frame", "sign") for colour in COLOURS}
    assert {*shapes, "back", "chip"} <= set(drawn)


def test_the_frames_differ_by_more_than_colour() -> None:
    frames = [
        [part.get("d") for part in symbol.iter() if part.get("d")]
        for symbol in ElementTree.parse(CARDS_SVG).getroot()
        if str(symbol.get("id")).startswith("frame-")
    ]
    assert len({frame[1] for frame in frames}) == 4


# Views of each seat ---------------------------------------------------------------------------


def everybody(round_: Round) -> list[Viewer]:
    return [None, *range(round_.state.seats)]


def cards_in(html: str) -> set[str]:
    """Return the cards that this HTML names."""
    return set(re.findall(r"[a-z]+-(?:red|blue|green|yellow)\b", html)) & set(LEXICON.handles)


def tops(state: State) -> set[str]:
    """Return the open cards of the piles."""
    return {LEXICON.handles[pile[-1]] for pile in state.piles}


def played(
    seats: int, seed: str, until: Callable[[Round], bool], rules: Rules = sight.RULES
) -> Round:
    """Return a round of random actions that stops when this is true, or at its end."""
    round_, chance = begin(seats, seed, rules), SeededChance(b"hands " + seed.encode())
    for _ in range(3_000):
        awaited = GAME.to_act(rules, round_.state)
        seats_ = (*awaited.seats, *awaited.may_also)
        if not awaited.seats or until(round_):
            return round_
        able = [seat for seat in seats_ if round_.actions(seat)]
        seat = chance.choice(able)
        actions = round_.actions(seat)
        cards = [one for one in actions if "Play" in type(one).__name__]
        # Without this, they would mostly call Halt!
        round_.play(seat, chance.choice(cards if cards and chance.below(4) else actions), 900)
    raise AssertionError("the round never reached this state")


def stops() -> Iterator[Callable[[Round], bool]]:
    """Return moments to view: each phase, at different lengths of a round."""
    for phase in Phase:
        yield partial(_stands_in, phase)


def _stands_in(phase: Phase, round_: Round) -> bool:
    return round_.state.phase is phase and round_.at_ms > 20_000


@pytest.mark.parametrize("seats", [3, 8])
def test_nothing_hidden_is_in_the_board_of_another_seat(seats: int) -> None:
    for number, until in enumerate(stops()):
        round_ = played(seats, f"hidden {number}", until)
        known = tops(round_.state)
        for laid in filter(None, (round_.state.last,)):
            known |= {LEXICON.handles[laid.card], LEXICON.handles[laid.base]}
        for viewer in everybody(round_):
            own = set() if viewer is None else set(round_.state.hands[viewer])
            hand = {LEXICON.handles[card] for card in own}
            assert cards_in(board(round_, viewer)) <= hand | known


def test_a_spectator_has_nothing_to_choose() -> None:
    for number, until in enumerate(stops()):
        html = board(played(4, f"watch {number}", until), None)
        assert 'name="pick"' not in html
        assert "data-key" not in html


def test_a_late_attempt_changes_no_page() -> None:
    round_ = raced(4)
    before = [board(round_, viewer) for viewer in everybody(round_)]
    late = round_.state.seq - 1
    card = LEXICON.handles[round_.state.hands[round_.state.dealer - 1][0]]
    refused = GAME.why_not(
        sight.RULES,
        round_.state,
        (round_.state.dealer - 1) % 4,
        PlayCard(card, 0, "EISWEIN", late),
        round_.at_ms + 5_000,
    )
    assert refused is not None
    assert [board(round_, viewer) for viewer in everybody(round_)] == before


def test_every_offer_can_be_chosen_on_the_page() -> None:
    for number, until in enumerate(stops()):
        round_ = played(4, f"offered {number}", until)
        for viewer in range(4):
            html = board(round_, viewer)
            values = set(re.findall(r'name="pick" value="([^"]+)"', html))
            for picks in round_.offers(viewer):
                typed = [pick for pick in picks if pick not in values]
                assert len(typed) == any(pick.startswith("lay-") for pick in picks), picks
            if round_.state.phase is not Phase.OVER:
                assert html.count('type="text"') == 1


def test_a_field_for_words_hints_at_nothing() -> None:
    """The browser does not check the spelling there."""
    html = board(raced(3), 1)
    field = re.search(r'<input type="text"[^>]*>', html)
    assert field is not None
    for attribute in ('spellcheck="false"', 'autocomplete="off"', 'form="play"', 'maxlength="40"'):
        assert attribute in field[0]
    assert " value=" not in field[0]
    together = re.search(r'<div id="together" data-together="([^"]*)"[^>]* lang="de"></div>', html)
    assert together
    assert len(together[1].split()) == len(LEXICON.words)


def test_each_piece_says_its_word_and_has_a_key_of_its_own() -> None:
    round_ = raced(3)
    html = board(round_, (round_.state.dealer + 1) % 3)
    pieces = re.findall(r'<label class="card piece"[^>]* data-word="([^"]+)"', html)
    assert len(pieces) == 12 + 10
    keys = re.findall(r'data-key="(.)"', html)
    assert len(keys) == len(set(keys))
    assert len(keys) >= 12 + 10 + 2


def test_a_push_brings_only_the_pile_that_changed() -> None:
    round_ = raced(3)
    seat = (round_.state.dealer + 1) % 3
    piles = re.compile(r'<li class="pile .*?</li>', re.DOTALL)
    before = piles.findall(board(round_, 0))
    lay(round_, seat)
    after = piles.findall(board(round_, 0))
    assert len(before) == 12
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1


# Live updates -----------------------------------------------------------------------------------


def test_the_opening_says_whose_it_is() -> None:
    round_ = begin(3)
    dealer = round_.state.dealer
    assert "You play the first card" in board(round_, dealer)
    assert "I have no word" in board(round_, dealer)
    assert f"{NAMES[dealer]} plays the first card" in text(board(round_, None))
    round_.play(dealer, OpenPass(round_.state.seq))
    assert f"{NAMES[(dealer + 1) % 3]} plays the first card" in text(board(round_, None))


def test_the_colour_the_pause_and_the_word_are_said() -> None:
    round_ = raced(3)
    author = round_.state.dealer
    seen = GAME.observe(sight.RULES, round_.state, None)
    assert seen.last is not None
    other = (author + 1) % 3
    html = text(board(round_, other))
    assert f"lay a card on {seen.colour}" in html
    assert seen.last.word in html
    assert f"Halt! {seen.last.word}" in html
    assert "I cannot play" in html
    assert "pause" in html
    mine = text(board(round_, author))
    assert "You pause" in mine
    assert "I cannot play" not in mine
    assert "Halt! " + seen.last.word not in mine


def test_who_cannot_is_said_and_may_be_taken_back() -> None:
    round_ = raced(3)
    seat = (round_.state.dealer + 1) % 3
    round_.play(seat, DeclareStuck(round_.state.seq))
    assert "cannot play" in text(board(round_, None))
    assert "I can after all" in board(round_, seat)
    assert "Can you after all? Then play a card on" in board(round_, seat)
    round_.play(seat, RetractStuck(round_.state.seq))
    assert "Can you after all? Then play a card on" not in board(round_, seat)


def doubted(seats: int = 4) -> Round:
    """Return a scene: the seat left of the author doubts the first word."""
    round_ = raced(seats)
    round_.play((round_.state.dealer + 1) % seats, Doubt(round_.state.word.seq))
    assert round_.state.phase is Phase.DOUBT_TALK
    return round_


def test_a_doubt_is_told_from_halt_to_the_last_vote() -> None:
    round_ = doubted()
    author, doubter = round_.state.dealer, round_.state.doubters[0]
    word, seq = round_.state.word.word, round_.state.word.seq
    third, fourth = (author + 2) % 4, (author + 3) % 4
    for viewer in everybody(round_):
        html = text(board(round_, viewer))
        assert f"{NAMES[doubter]} → {NAMES[author]} {word}" in html
        assert "3 of 4 votes overturn it" in html
    assert f"Your {word} is doubted" in board(round_, author)
    assert "I doubt it too" in board(round_, third)
    assert "I doubt it too" not in board(round_, author)
    round_.play(third, JoinDoubt(seq))
    assert f"{NAMES[doubter]}, {NAMES[third]} →" in text(board(round_, None))
    for seat in range(4):
        round_.play(seat, Ready(seq))
    assert round_.state.phase is Phase.DOUBT_VOTE
    assert "It does not count" in board(round_, doubter)
    assert "It does not count" not in board(round_, third)
    round_.play(doubter, Vote(valid=False, seq=seq))
    html = text(board(round_, fourth))
    assert f"{NAMES[doubter]} (doubts) does not count" in html
    assert "3 of 4 votes overturn it: 1 so far." in html
    assert f"{NAMES[third]} votes on {word}" in html
    round_.play(third, Vote(valid=True, seq=seq))
    html = text(board(round_, None))
    assert f"{NAMES[third]} (doubts) counts" in html
    assert "3 of 4 votes overturn it: 1 so far." in html


def test_an_overturned_word_costs_a_chip_that_all_see() -> None:
    round_ = raced(4)
    second = (round_.state.dealer + 1) % 4
    lay(round_, second)
    round_.play((second + 1) % 4, Doubt(round_.state.word.seq))
    round_.play(None, TimeUp())
    while round_.state.phase is Phase.DOUBT_VOTE:
        round_.play(round_.state.active, Vote(valid=False, seq=round_.state.word.seq))
    assert round_.state.phase is Phase.COLOUR_CHOICE
    # In a race the line tells a player only what concerns them: the verdict concerns all who voted.
    verdict = next(event for event in reversed(round_.events) if event.kind == "doubt_over")
    assert GAME.concerned(verdict) == frozenset(range(4))
    chooser = round_.state.pause
    assert chooser is not None
    html = board(round_, chooser)
    assert "You are pausing, so you name the new colour." in html
    choices = GAME.observe(sight.RULES, round_.state, chooser).choices
    for colour in COLOURS:
        assert (f'value="colour-{colour}-{round_.state.seq}"' in html) == (colour in choices)
    other = text(board(round_, second))
    assert f"{NAMES[chooser]} is pausing and names the new colour." in other
    assert "1 chip " in other
    round_.play(chooser, ChooseColour(choices[0], round_.state.seq))
    assert f"{NAMES[chooser]} names {choices[0]}." in text(board(round_, None))


def test_a_word_before_the_last_can_be_doubted_for_a_moment() -> None:
    round_ = raced(4)
    first = round_.state.word
    lay(round_, (round_.state.dealer + 1) % 4, after_ms=800)
    watching = (round_.state.dealer + 2) % 4
    html = board(round_, watching)
    assert f'value="halt-{first.seq}"' in html
    assert f'value="halt-{round_.state.word.seq}"' in html
    assert f'value="halt-{first.seq}"' not in board(round_, first.seat)
    assert "Earlier words" not in html


def test_several_earlier_words_share_a_menu() -> None:
    round_ = raced(4)
    first = round_.state.word
    for step in (1, 3):
        lay(round_, (round_.state.dealer + step) % 4, after_ms=800)
    html = board(round_, (round_.state.dealer + 2) % 4)
    latest, earlier = round_.state.word, round_.state.earlier
    assert earlier[0].seq == first.seq
    menu = html[html.index(f'id="halt-before-{earlier[-1].seq}"') :]
    menu = menu[: menu.index("</details>")]
    assert "Earlier words" in menu
    assert [f'value="halt-{laid.seq}"' in menu for laid in (*earlier, latest)] == [
        True,
        True,
        False,
    ]
    assert f'value="halt-{latest.seq}"' in html


def test_a_photo_finish_shows_its_contenders_and_who_says_what() -> None:
    round_ = raced(4)
    one, two, others = [(round_.state.dealer + step) % 4 for step in (1, 2, 3)]
    rival = next(action for action in round_.actions(two) if isinstance(action, PlayCard))
    lay(round_, one)
    round_.play(two, rival, after_ms=90)
    assert round_.state.phase is Phase.PHOTO_FINISH
    seq = round_.state.word.seq
    for viewer in everybody(round_):
        html = text(board(round_, viewer))
        assert "Photo finish" in html
        assert rival.word in html
        assert 'id="photo"' in board(round_, viewer)
    assert "I give way" in board(round_, one)
    assert f"{NAMES[one]} was first" in text(board(round_, others))
    round_.play(two, ObjectTo(seq))
    assert "objects" in text(board(round_, None))
    round_.play(others, PointTo(one, seq))
    round_.play(two, Concede(seq))
    assert 'id="photo"' not in board(round_, None)
    assert f"Agreed: {NAMES[one]} was first." in text(board(round_, None))


def test_a_pause_offers_no_doubt_about_the_own_word() -> None:
    round_ = raced(3)
    author = round_.state.word.seat
    assert round_.state.pause == author
    html = board(round_, author)
    assert "You pause until another player has played a card" in html
    assert "You may still doubt." not in html


def test_the_last_card_waits_for_a_doubt() -> None:
    def last(round_: Round) -> bool:
        return round_.state.phase is Phase.FINAL_WINDOW

    round_ = played(3, "last card", last)
    assert round_.state.phase is Phase.FINAL_WINDOW
    author, word = round_.state.word.seat, round_.state.word.word
    other = (author + 1) % 3
    assert f"If nobody doubts {word}, the round is yours" in board(round_, author)
    html = board(round_, other)
    assert f"has played the last card: {word}. Do you doubt it?" in text(html)
    assert "No doubt" in html
    assert "Halt!" in html
    round_.play(other, AcceptWord(round_.state.word.seq))
    # A second press on its place does not raise a doubt.
    html = board(round_, other)
    assert '<button type="button" class="button" disabled>No doubt</button>' in html


def test_what_was_laid_unseen_is_on_no_other_page() -> None:
    round_ = raced(3, rules=rules_with(race_mode="sealed"))
    one = (round_.state.dealer + 1) % 3
    card = next(action for action in round_.actions(one) if isinstance(action, PlayCard))
    before = {viewer: board(round_, viewer) for viewer in everybody(round_)}
    round_.play(one, card)
    for viewer in everybody(round_):
        assert (board(round_, viewer) == before[viewer]) == (viewer != one)
    assert f"Played face down: {card.word}" in text(board(round_, one))
    assert "Choose again" in board(round_, one)


# The end ------------------------------------------------------------------------------------------


def test_the_end_says_what_each_has() -> None:
    """With all cards open it shows the place of every card."""
    round_ = played(3, "end", lambda _: False)
    ended = GAME.observe(sight.RULES, round_.state, None).ended
    assert ended is not None
    html = text(board(round_, None, reading={"view": "spectator"}))
    for score in ended.scores:
        assert f"= {score.points} minus points" in html
    assert html.count("Schlafmütze") == len(ended.sleepyhead)
    opened = GAME.reveal_all(sight.RULES, round_.state)
    everything = board(round_, None, reading={"view": "all"}, open=opened)
    in_hands = {card for hand in opened["hands"] for card in hand}
    assert in_hands | set(opened["stock"]) | tops(round_.state) <= cards_in(everything)
    assert 'name="pick"' not in everything


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_cover_hints_and_how_it_goes_are_pages(language: str) -> None:
    with translation.override(language):
        for page, cards in (("cover", "cover"), ("how", "cards")):
            html = render_to_string(f"games/wortspiel/{page}.html")
            used = re.findall(rf"{cards}\.svg#([^\"]+)\"", html)
            assert used
            assert set(used) <= set(symbols())
        hints = set()
        for number, until in enumerate(stops()):
            round_ = played(4, f"hint {number}", until)
            for viewer in everybody(round_):
                given = for_page(context(round_, viewer))
                hint = text(shown_hint(given))
                assert "{" not in hint
                assert bool(hint) == (viewer is not None and round_.state.phase is not Phase.OVER)
                hints.add(hint)
        assert len(hints) > 5
