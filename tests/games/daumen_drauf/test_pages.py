"""The pages of Daumen drauf!: every card drawn, every event told, and no head under a thumb."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from games.daumen_drauf import GAME
from games.daumen_drauf.actions import Acknowledge, Offer, Parry, Pass, TimeUp
from games.daumen_drauf.cards import CARDS, FACES, twin
from games.daumen_drauf.state import State
from games.kernel import options
from games.kernel.chance import SeededChance
from games.kernel.contract import Rules, Viewer
from matches.present.board import for_page
from matches.present.board_context import Running
from tests.games.cards import cards_in
from tests.games.daumen_drauf import sight
from tests.games.daumen_drauf.sight import Round, begin
from tests.games.sentences import NAMES, sentence, text
from tests.games.showing import shown_hint
from tests.games.sight import board, context

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "templates" / "games" / "daumen_drauf"
CARDS_SVG = PAGES / "static" / "cards.svg"


# Events ---------------------------------------------------------------------------------------


def test_whole_rounds_are_told_without_gaps() -> None:
    kinds = set()
    for seats in (2, 4, 7):
        for event in played(seats, f"told {seats}", lambda _: False).events:
            kinds.add(event.kind)
            told = text(sentence(GAME, event, NAMES[:seats]))
            assert told.endswith(".")
            assert "None" not in told
    assert kinds >= {"offered", "raised", "released", "passed", "trick_taken", "put_away", "drew"}


def test_the_log_forgets_the_cards_of_a_trick() -> None:
    moment = next(event for event in played(3, "log", trick_of(3)).events if event.moment)
    assert "harmless" in sentence(GAME, moment) or "poisonous" in sentence(GAME, moment)
    kept = moment.logged()
    assert kept is not None
    assert text(sentence(GAME, kept)).endswith("cards.")


# Drawings -------------------------------------------------------------------------------------


def test_every_card_is_drawn_once_in_each_form() -> None:
    """The forms are with its head, without, and under a thumb."""
    symbols = [
        element.get("id")
        for element in ElementTree.parse(CARDS_SVG).getroot().iter()
        if element.get("id")
    ]
    assert len(symbols) == len(set(symbols))
    thumbs = {f"thumb-{value}" for value in range(1, 10)}
    signs = {f"sign-{colour}" for colour in ("yellow", "green", "black")}
    assert {*FACES, *CARDS, *thumbs, *signs, "back"} <= set(symbols)


def test_a_snake_without_its_head_is_one_drawing_for_both_twins() -> None:
    for symbol in ElementTree.parse(CARDS_SVG).getroot():
        if symbol.get("id") in FACES:
            used = "".join(str(part.attrib) for part in symbol.iter())
            assert "harmless" not in used
            assert "poisonous" not in used


# Views of each seat ---------------------------------------------------------------------------


def played(
    seats: int, seed: str, until: Callable[[State], bool], rules: Rules = sight.RULES
) -> Round:
    """Return a round of random actions that stops when this is true, or at its end."""
    round_, chance = begin(seats, seed, rules), SeededChance(b"hands " + seed.encode())
    while not until(round_.state):
        awaited = GAME.to_act(rules, round_.state).seats
        if not awaited:
            break
        seat = chance.choice(awaited)
        round_.play(seat, chance.choice(GAME.legal_actions(rules, round_.state, seat)))
    return round_


def trick_of(count: int, phase: str = "review") -> Callable[[State], bool]:
    """Return a condition: this number of cards are shown."""
    return lambda state: state.phase == phase and len(state.trick) >= count


def thumbs(state: State) -> dict[int, str]:
    """Return the seats with a card under a thumb, and these cards."""
    return {seat: CARDS[card] for seat, card in state.trick}


def of(html: str) -> set[str]:
    """Return the cards that this HTML names with their poison."""
    return set(re.findall(r"(?:yellow|green|black)-\d-(?:harmless|poisonous)", html))


def everybody(round_: Round) -> list[Viewer]:
    return [None, *range(len(round_.state.hands))]


@pytest.mark.parametrize("seats", [2, 3, 7])
def test_nothing_hidden_is_in_the_board_of_another_seat(seats: int) -> None:
    for number in range(12):
        round_ = played(seats, f"hidden {number}", trick_of(2 + number % 3, "bid"))
        released = {CARDS[card] for _, card in round_.state.trick} - set(
            thumbs(round_.state).values()
        )
        for viewer in everybody(round_):
            own: set[str] = set()
            if viewer is not None:
                own = {CARDS[card] for card in round_.state.hands[viewer]}
                own |= {thumbs(round_.state).get(viewer, "")}
            assert of(board(round_, viewer)) <= own | released


def test_twin_rounds_look_the_same_to_all_who_cannot_tell() -> None:
    # An offer and its twin in the stock are swapped: only the holder sees the poison.
    round_ = played(4, "twins", trick_of(2, "bid"))
    seat, card = round_.state.trick[-1]
    other = twin(card)
    holders = [at for at, hand in enumerate(round_.state.hands) if other in hand]
    swap = {card: other, other: card}

    def swapped(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap.get(one, one) for one in cards)

    state = round_.state
    fields = {name: getattr(state, name) for name in state.__struct_fields__} | {
        "trick": tuple((by, swap.get(one, one)) for by, one in state.trick),
        "hands": tuple(swapped(hand) for hand in state.hands),
        "stock": swapped(state.stock),
        "piles": tuple(swapped(pile) for pile in state.piles),
    }
    mirrored = dataclasses.replace(round_, state=type(state)(**fields))
    for viewer in everybody(round_):
        same = board(round_, viewer) == board(mirrored, viewer)
        assert same == (viewer != seat and viewer not in holders)


def test_an_offer_lies_under_a_thumb() -> None:
    """A released card is not under a thumb."""
    round_ = begin(2, "thumb")
    leader = round_.state.active
    round_.play(leader, Offer(CARDS[round_.state.hands[leader][0]]))
    shown = round_.state.trick[0][1]
    for viewer in everybody(round_):
        html = board(round_, viewer)
        assert "#thumb-" in html
        assert (CARDS[shown] in html) == (viewer == leader)


def test_the_middle_tells_of_the_trick_what_all_know() -> None:
    """Its cards, and the worth of those that were let go."""
    round_ = played(
        3, "let go", lambda state: state.phase == "bid" and len(state.trick) > len(thumbs(state))
    )
    covered = thumbs(round_.state)
    released = [
        CARDS[card] for _, card in round_.state.trick if CARDS[card] not in covered.values()
    ]
    poisonous = sum("poisonous" in card for card in released)
    for viewer in everybody(round_):
        shown = text(board(round_, viewer))
        assert f"{len(round_.state.trick)} cards in the trick" in shown
        assert f"{len(covered)} under thumbs" in shown
        assert (f"\N{MINUS SIGN}{poisonous}" in shown) == bool(poisonous)
        if viewer == round_.state.holder:
            assert "The trick is yours if all others pass." in shown
        else:
            assert f"{NAMES[round_.state.holder]} takes the trick if all others pass." in shown


def test_the_order_of_the_colours_and_what_goes_now_are_said() -> None:
    state = trick_of(1, "bid")
    for number in range(20):
        round_ = played(3, f"order {number}", state)
        seen = GAME.observe(sight.RULES, round_.state, None)
        assert seen.highest is not None
        html = text(board(round_, None))
        assert seen.highest.colour in html
        goes = f"{seen.highest.value + 1} or more" if seen.highest.value < 5 else "nothing higher"
        assert goes in html
        assert "any value" in html


def test_who_has_passed_and_who_is_highest_is_said() -> None:
    round_ = begin(3, "passed")
    leader = round_.state.active
    round_.play(leader, Offer(CARDS[round_.state.hands[leader][0]]))
    following = round_.state.active
    round_.play(following, Pass())
    html = text(board(round_, None))
    assert "highest" in html
    assert html.count("passed") == 1
    assert f"{NAMES[following]} passes." in html


def test_a_seat_that_can_only_pass_is_told_so() -> None:
    def stuck(state: State) -> bool:
        return state.phase == "bid" and state.active == 0 and len(state.trick) > 2

    for number in range(60):
        round_ = played(3, f"stuck {number}", stuck)
        if round_.state.phase == "bid" and round_.offers(0) == [("pass",)]:
            html = board(round_, 0)
            assert "none of your cards beats" in html
            assert 'button--primary piece" name="pick" value="pass"' in html
            return
    raise AssertionError("no seat was ever stuck")


def test_the_twin_is_named_a_parry_to_its_holder_alone() -> None:
    def can_parry(state: State) -> bool:
        return state.phase == "bid" and twin(state.highest) in state.hands[state.active]

    round_ = played(4, "parry", can_parry)
    holder, card = round_.state.active, CARDS[twin(round_.state.highest)]
    assert (card,) in round_.offers(holder)
    for viewer in everybody(round_):
        html = board(round_, viewer)
        assert ("arry" in html) == (viewer == holder)
    parry = f'value="{card}" form="play" data-key="d" title="Key D">Parry'
    assert parry in board(round_, holder)
    hint = shown_hint(for_page(context(round_, holder)))
    assert ("poisonous twin" if "poisonous" in card else "harmless twin") in hint
    round_.play(holder, Parry(card))
    assert "parried and takes" in text(board(round_, None))


def test_the_review_shows_the_trick_until_a_player_has_seen_it() -> None:
    """All players see the whole trick."""
    round_ = played(3, "review", trick_of(3))
    trick = {CARDS[card] for _, card in round_.state.trick}
    for viewer in everybody(round_):
        html = board(round_, viewer)
        assert trick <= of(html)
        assert ("acknowledge" in html) == (viewer is not None)
    waiting = next(iter(GAME.to_act(sight.RULES, round_.state).seats))
    round_.play(waiting, Acknowledge())
    assert "acknowledge" not in board(round_, waiting)
    assert "still looking" in board(round_, waiting)


# Tricks that ended while a player was away ----------------------------------------------------


def test_only_a_trick_that_was_missed_is_shown() -> None:
    """A trick that the player looked at is not shown again."""
    round_ = played(3, "missed", trick_of(2))
    before = len(round_.events)
    trick = {CARDS[card] for _, card in round_.state.trick}
    round_.play(0, Acknowledge())
    round_.play(None, TimeUp())
    moments = [event for event in round_.events if event.kind == "trick_taken"][-1:]
    looked = [event for event in round_.events[before:] if event.kind == "looked"]
    assert trick <= of(board(round_, 1, moments=moments))
    assert 'form="seen"' in board(round_, 1, moments=moments)
    assert not trick & of(board(round_, 0, moments=[*moments, *looked]))
    assert not trick & of(board(round_, 2))


def test_by_correspondence_a_missed_trick_waits_for_its_player() -> None:
    """It waits until the player says that they have seen it."""
    round_ = played(3, "missed", trick_of(2))
    round_.play(None, TimeUp())
    moments = [event for event in round_.events if event.kind == "trick_taken"][-1:]
    hasty, patient = (
        board(round_, 1, moments=moments, deadlines=(Running("play", 0, 1, 1, ms),))
        for ms in (20_000, 86_400_000)
    )
    assert 'id="missed" data-moment' in hasty
    assert "data-moment" not in patient
    assert 'id="missed" data-seen' in patient


# Memory ---------------------------------------------------------------------------------------


def test_what_was_taken_is_not_shown_unless_the_table_has_agreed() -> None:
    for is_open in (False, True):
        rules = Rules(1, options.complete(GAME.meta, {"open_piles": is_open}))
        round_ = played(3, "piles", lambda state: sum(map(len, state.piles)) > 6, rules)
        taken = {CARDS[card] for pile in round_.state.piles for card in pile}
        html = board(round_, None)
        assert re.search(r"\d cards? taken", text(html))  # the height of a heap is public
        assert ('class="taken"' in html) == is_open
        assert ('class="worth"' in html) == is_open
        assert (taken <= of(html)) == is_open
        assert bool(taken & of(html)) == is_open


# The end --------------------------------------------------------------------------------------


def test_the_end_says_what_each_has() -> None:
    """With all cards open it shows the place of every card."""
    round_ = played(3, "end", lambda _: False)
    ended = GAME.observe(sight.RULES, round_.state, None).ended
    assert ended is not None
    html = text(board(round_, None, reading={"view": "spectator"}))
    for score in ended.scores:
        assert f"points {score.points}".replace("-", "\N{MINUS SIGN}") in html
    opened = GAME.reveal_all(sight.RULES, round_.state)
    everything = board(round_, None, reading={"view": "all"}, open=opened)
    assert of(everything) == set(cards_in(GAME, sight.RULES, round_.state))


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_cover_hints_and_how_it_goes_are_pages(language: str) -> None:
    with translation.override(language):
        for page in ("cover", "how"):
            html = render_to_string(f"games/daumen_drauf/{page}.html")
            for used in re.findall(r"#([a-z]+-[^\"]+)\"", html):
                assert f'id="{used}"' in CARDS_SVG.read_text("utf-8")
        hints = set()
        for number in range(40):
            round_ = played(3, f"hint {number}", trick_of(1 + number % 3, "bid"))
            for viewer in everybody(round_):
                hint = text(shown_hint(for_page(context(round_, viewer))))
                hints.add(hint)
                assert "{" not in hint
                assert bool(hint) == (viewer is not None)
        assert len(hints) > 4
