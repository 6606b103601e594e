"""The pages of Schlafmützen: every card drawn, every event told, and no hint where a card fits."""

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
from msgspec.structs import replace

from games.kernel.chance import SeededChance
from games.kernel.contract import Rules, Seat, Viewer
from games.kernel.events import public_event
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import (
    AcceptPlacement,
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    PlaceRevealed,
    UndoFlip,
)
from games.schlafmuetzen.cards import ALIKE, HIGHEST
from games.schlafmuetzen.duty import mistake, targets
from games.schlafmuetzen.state import TURNED, Phase, State
from matches.present.board import for_page
from tests.games.schlafmuetzen import sight
from tests.games.schlafmuetzen.events import EVENTS
from tests.games.schlafmuetzen.scene import rules_with
from tests.games.schlafmuetzen.sight import Round, begin
from tests.games.sentences import NAMES, sentence, text
from tests.games.showing import shown_hint
from tests.games.sight import board, context

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "templates" / "games" / "schlafmuetzen"
CARDS_SVG = PAGES / "static" / "cards.svg"


def words(html: str) -> str:
    """Return the HTML as a person reads it, with plain apostrophes."""
    return text(html).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


# Events ---------------------------------------------------------------------------------------


def test_a_mistake_is_told_with_where_the_card_had_to_go() -> None:
    told = [words(sentence(GAME, event)) for event in EVENTS["called_out"]]
    assert "The 5 on the discard pile had to go on pile 2 first." in told[0]
    assert "had to go on pile 1, pile 2 or pile 4 first." in told[1]
    assert "The 5 had to go on Cleo's pile." in told[2]
    assert "The 5 also fits on Cleo's pile, but pile 2 comes first." in told[3]
    assert "The 5 does not fit on pile 5: it had to go on pile 2." in told[4]
    assert "The 5 does not fit on Bo's pile, nor anywhere else." in told[5]
    assert all(line.startswith("Schlafmütze! Anna has caught Bo.") for line in told)
    assert all(line.endswith("It is Cleo's turn.") for line in told)


def test_a_rewind_says_what_it_restored() -> None:
    event = public_event(
        "taken_back",
        seat=0,
        card=8,
        target="middle-1",
        later=[["turned", 9, "seat-1"], ["discard", 3, "own"]],
        hidden=[[0, 13], [1, 20]],
        over=[1],
    )
    told = words(sentence(GAME, event))
    assert "The 8 goes back onto Anna's discard pile." in told
    assert "9, 3" in told
    assert "The 13 goes back onto Anna's draw pile." in told
    assert "The 20 goes back onto Bo's draw pile." in told
    assert "Bo's pile is turned back." in told


# Drawings -------------------------------------------------------------------------------------


def test_every_card_is_drawn_once() -> None:
    symbols = [
        element.get("id")
        for element in ElementTree.parse(CARDS_SVG).getroot().iter()
        if element.get("id")
    ]
    assert len(symbols) == len(set(symbols))
    assert {*map(str, range(1, HIGHEST + 1)), "back", "cap"} <= set(symbols)


# Rounds to view -------------------------------------------------------------------------------


def played(seats: int, seed: str, until: Callable[[State], bool], of: Rules = sight.RULES) -> Round:
    """Return a round of random actions that stops when this is true, or at its end."""
    round_, chance = begin(seats, seed, of), SeededChance(b"hands " + seed.encode())
    for _ in range(3_000):
        state = round_.state
        if until(state) or state.phase is Phase.OVER:
            return round_
        if state.phase is Phase.WIN_WINDOW:
            seat: Seat = GAME.to_act(of, state).seats[0]
            round_.play(seat, AcceptPlacement(state.laid[-1].seq))
            continue
        seat = state.active
        actions = [
            action
            for action in GAME.legal_actions(of, state, seat)
            if not isinstance(action, CallSchlafmuetze | AcceptPlacement | UndoFlip)
        ]
        # Kept cards make discard piles; without them a turn would hardly end.
        keeps = [action for action in actions if isinstance(action, KeepRevealed)]
        round_.play(seat, chance.choice(keeps if keeps and chance.below(3) else actions))
    raise AssertionError("the round never reached this state")


def turned(state: State) -> bool:
    """Return whether a card is turned and all seats have a discard pile."""
    return state.phase is Phase.REVEALED and bool(state.laid) and all(state.piles.discards)


def over(state: State) -> bool:
    return state.phase is Phase.OVER


def everybody(round_: Round) -> list[Viewer]:
    return [None, *range(round_.state.seats)]


def with_mistake(round_: Round, is_wrong: bool) -> str | None:
    """Return a target for the turned card: a wrong one, or a right one."""
    piles, seat = round_.state.piles, round_.state.active
    for target in targets(piles, seat):
        if (mistake(piles, seat, TURNED, target) is not None) == is_wrong:
            return target
    return None


# No hint where a card fits --------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_pile_with_a_card_looks_like_the_others(seats: int) -> None:
    """A card can be laid on each of them."""
    for number in range(6):
        round_ = played(seats, f"targets {number}", turned)
        state, seat = round_.state, round_.state.active
        html = board(round_, seat)
        there = targets(state.piles, seat)
        assert len(there) == ALIKE + seats - 1
        for target in there:
            assert f'value="turned-{state.seq}-{target}"' in html
            assert html.count(f'value="{target}"') == 1
        # Without names, numbers and keys, each of them is the same text.
        plain = {
            re.sub(r'"[^"]*"', '""', one)
            for one in re.findall(r'<button class="target.*?</label>', html)
        }
        assert len(plain) == 1
        classes = set(re.findall(r'class="(target[^"]*)"', html))
        assert classes == {"target piece", "target target--asked piece"}


def test_the_board_does_not_tell_a_right_card_from_a_wrong_one() -> None:
    # A28: the same place twice, with a right card and with a wrong one.
    for number in range(60):
        round_ = played(4, f"leak {number}", turned)
        state, seat = round_.state, round_.state.active
        target = with_mistake(round_, is_wrong=True)
        if target is None or not target.startswith("middle-"):
            continue
        place = int(target.removeprefix("middle-"))
        # Make it fit: the pile below is one lower, and no card is overlooked.
        middle = list(state.piles.middle)
        middle[place] = (*middle[place][:-1], state.piles.turned - 1)
        discards = tuple(
            (*pile[:-1], pile[-1] if owner != seat else HIGHEST + 10)
            for owner, pile in enumerate(state.piles.discards)
        )
        right = replace(
            state, piles=replace(state.piles, middle=tuple(middle), discards=discards, missed=None)
        )
        wrong = replace(state, piles=replace(state.piles, discards=discards, missed=None))
        assert mistake(right.piles, seat, TURNED, target) is None
        if mistake(wrong.piles, seat, TURNED, target) is None:
            continue
        shown = []
        for before in (right, wrong):
            laid = dataclasses.replace(
                round_, state=before, chance=SeededChance(b"same"), events=round_.events[:]
            )
            laid.play(seat, PlaceRevealed(before.seq, target))
            shown.append([board(laid, viewer) for viewer in everybody(laid)])
        assert shown[0] == shown[1]
        return
    raise AssertionError("no round reached such a state")


def test_the_call_does_not_tell_a_right_card_from_a_wrong_one() -> None:
    """The button is enabled for both."""
    buttons: dict[bool, set[str]] = {True: set(), False: set()}
    for number in range(30):
        for is_wrong in (True, False):
            round_ = played(4, f"call {number}", turned)
            target = with_mistake(round_, is_wrong)
            if target is None:
                continue
            seat = round_.state.active
            round_.play(seat, PlaceRevealed(round_.state.seq, target))
            if round_.state.phase is Phase.OVER:
                continue
            for viewer in range(4):
                html = board(round_, viewer)
                found = re.search(r'<button class="button shout__call.*?>', html)
                assert found is not None
                assert (" disabled" in found[0]) == (viewer == seat)
                assert ("Looks fine" in html) == (viewer != seat)
                buttons[is_wrong].add(re.sub(r"\d+", "n", found[0]))
    assert buttons[True] == buttons[False]
    assert len(buttons[True]) == 2


def test_a_call_says_you_to_the_player_of_the_card() -> None:
    said = re.compile(r'<span class="shout__about">(.*?)</span>', re.DOTALL)

    def about(round_: Round, viewer: Viewer) -> str:
        found = said.search(board(round_, viewer))
        assert found is not None
        return words(found[1])

    fresh = begin(3, "own card", sight.RULES)
    assert about(fresh, 0) == "There is no card to call."
    round_ = played(3, "own card", turned)
    seat, card = round_.state.active, round_.state.piles.turned
    round_.play(seat, KeepRevealed(round_.state.seq))
    assert about(round_, seat) == f"You: {card} kept"
    assert about(round_, (seat + 1) % 3) == f"{NAMES[seat]}: {card} kept"


def test_nothing_that_lies_face_down_is_in_any_board() -> None:
    for number in range(6):
        round_ = played(3, f"hidden {number}", turned)
        state, chance = round_.state, SeededChance(b"other cards")
        piles = state.piles
        below = [card for pile in piles.draws for card in pile]
        below += [card for pile in piles.discards for card in pile[:-1]]
        rest = list(chance.shuffled(below))
        draws = tuple(tuple(rest.pop() for _ in pile) for pile in piles.draws)
        discards = tuple((*(rest.pop() for _ in pile[1:]), pile[-1]) for pile in piles.discards)
        other = replace(state, piles=replace(piles, draws=draws, discards=discards))
        assert other != state
        for viewer in everybody(round_):
            twin = dataclasses.replace(round_, state=other, chance=chance, at_ms=0)
            assert board(round_, viewer) == board(twin, viewer)


def test_only_the_active_seat_is_offered_something_to_lay() -> None:
    round_ = played(5, "offered", turned)
    for viewer in everybody(round_):
        html = board(round_, viewer)
        mine = viewer == round_.state.active
        assert ('class="target' in html) == mine
        assert (f'value="keep-{round_.state.seq}"' in html) == mine
        assert ('data-key="t"' in html) == mine


def test_what_the_page_has_is_what_the_rules_offer() -> None:
    for seats in (2, 8):
        for name, until in (("turned", turned), ("open", lambda state: bool(state.window))):
            round_ = played(seats, f"same {name}", until)
            for viewer in range(seats):
                offered = {pick for picks in round_.offers(viewer) for pick in picks}
                html = re.sub(r"<button[^>]* disabled>", "", board(round_, viewer))
                shown = set(re.findall(r'name="pick" value="([^"]+)"', html))
                halves = {pick for pick in shown if re.fullmatch(r"\w+-\d+-\w+-\d", pick)}
                assert shown - halves == offered
                for one in halves:
                    action = GAME.action_from_selection(sight.RULES, round_.state, viewer, (one,))
                    assert action is not None
                    assert tuple(sorted(GAME.selection_of(action))) in round_.offers(viewer)


# Overview -------------------------------------------------------------------------------------


def test_the_piles_are_counted_clockwise_from_whose_turn_it_is() -> None:
    round_ = played(5, "order", turned)
    active = round_.state.active
    for viewer in everybody(round_):
        html = board(round_, viewer)
        for seat in range(5):
            place = html[html.index(f'id="place-{seat}"') :]
            who = place[: place.index("</p>")]
            if seat == active:
                assert "to play" in who
            else:
                assert f"pile {(seat - active) % 5} in the order of this turn" in who


def test_the_call_names_the_card_it_is_about() -> None:
    round_ = played(4, "named", turned)
    seat = round_.state.active
    target = with_mistake(round_, is_wrong=True)
    assert target is not None
    card = round_.state.piles.turned
    round_.play(seat, PlaceRevealed(round_.state.seq, target))
    number = int(target[-1])
    onto = f"pile {number + 1}" if target.startswith("middle") else NAMES[number]
    for viewer in range(4):
        who = "You" if viewer == seat else NAMES[seat]
        assert f"{who}: {card} on {onto}" in words(board(round_, viewer))


def test_a_kept_card_is_named_as_kept() -> None:
    round_ = played(3, "kept", turned)
    seat, card = round_.state.active, round_.state.piles.turned
    round_.play(seat, KeepRevealed(round_.state.seq))
    assert f"{NAMES[seat]}: {card} kept" in words(board(round_, (seat + 1) % 3))


def test_a_call_is_told_large_and_in_words() -> None:
    for is_wrong in (True, False):
        for number in range(40):
            round_ = played(4, f"verdict {number}", turned)
            target = with_mistake(round_, is_wrong)
            if target is not None:
                break
        assert target is not None
        seat = round_.state.active
        round_.play(seat, PlaceRevealed(round_.state.seq, target))
        caller = (seat + 2) % 4
        latest = round_.state.laid[-1].seq
        round_.play(caller, CallSchlafmuetze(latest))
        for viewer in everybody(round_):
            html = board(round_, viewer)
            assert f'id="verdict-{latest}"' in html
            told = words(html[html.index('class="verdict') :])
            callers = "You" if viewer == caller else NAMES[caller]
            accused = "you" if viewer == seat else NAMES[seat]
            if is_wrong:
                has = "have" if viewer == caller else "has"
                assert f"{callers} {has} caught {accused}." in told
            else:
                assert f"{callers} called “Schlafmütze!” on {accused}." in told
                assert "The card was right" in told


def test_a_turned_card_can_wait_while_the_discard_top_is_laid() -> None:
    round_ = played(3, "correction", turned)
    seat, state = round_.state.active, round_.state
    html = board(round_, seat)
    assert f'value="discard-{state.seq}"' in html
    assert f'value="turned-{state.seq}"' in html
    round_.play(seat, PlaceDiscardTop(state.seq, "middle-0"))
    if round_.state.phase is Phase.REVEALED:
        assert f'value="turned-{round_.state.seq}-middle-0"' in board(round_, seat)


def test_a_pile_that_was_turned_over_can_be_turned_back() -> None:
    def flipped(state: State) -> bool:
        return state.piles.flipped is not None

    round_ = played(2, "flipped", flipped)
    seat = round_.state.active
    undo = f'value="undo-{round_.state.seq}"'
    assert undo in board(round_, seat)
    assert undo not in board(round_, 1 - seat)
    round_.play(seat, UndoFlip(round_.state.seq))
    assert "undo-" not in board(round_, seat)


def test_how_often_a_pile_went_round_is_seen() -> None:
    round_ = played(2, "flipped", lambda state: max(state.piles.overs) > 0)
    for viewer in everybody(round_):
        assert board(round_, viewer).count('title="turned over 1 time since') == 1


def test_who_has_no_objection_is_seen() -> None:
    round_ = played(4, "fine", turned)
    latest = round_.state.laid[-1]
    caller = (latest.seat + 1) % 4
    round_.play(caller, AcceptPlacement(latest.seq))
    assert "You said it looks fine." in board(round_, caller)
    html = board(round_, latest.seat)
    assert html.count("says it looks fine</span>") == 1


def test_the_strict_table_is_labelled_and_has_no_call() -> None:
    round_ = played(3, "strict", lambda state: bool(state.laid), rules_with(error_mode="strict"))
    for viewer in range(3):
        html = board(round_, viewer)
        assert "Strict table" in html
        assert 'value="call-' not in html
        assert "breath" not in html
    # Every pile can be tapped there, too: the table tells why a move is refused.
    while round_.state.phase is not Phase.REVEALED:
        seat = round_.state.active
        offers = GAME.legal_actions(round_.rules, round_.state, seat)
        round_.play(seat, offers[0])
    html = board(round_, round_.state.active)
    assert 'type="checkbox"' not in html
    assert html.count('class="target piece"') == len(
        targets(round_.state.piles, round_.state.active)
    )


# The end --------------------------------------------------------------------------------------


def test_the_end_says_who_won() -> None:
    """With all cards open it shows the place of every card."""
    round_ = played(8, "end", over)
    ended = GAME.observe(sight.RULES, round_.state, None).ended
    assert ended is not None
    html = board(round_, None, reading={"view": "spectator"})
    assert html.count('place__said">wins</span>') == len(ended.winners)
    assert 'class="target' not in html
    assert 'name="pick"' not in html
    opened = GAME.reveal_all(sight.RULES, round_.state)
    everything = board(round_, None, reading={"view": "all"}, open=opened)
    shown = re.findall(r"<li>(\d+)</li>", everything)
    lies = [pile for zone in ("draws", "discards") for pile in opened[zone]]
    assert sorted(map(int, shown)) == sorted(card for pile in lies for card in pile)


def test_the_result_counts_mistakes_that_went_unnoticed() -> None:
    round_ = played(4, "told 4", over)
    count = sum(event.kind == "unnoticed" for event in round_.events)
    assert count > 1
    told = f"{count} mistakes went unnoticed: the log shows them."
    unfinished = played(4, "told 4", lambda state: state.phase is Phase.WIN_WINDOW)
    for viewer in everybody(round_):
        assert told in words(board(round_, viewer))
        assert "went unnoticed" not in words(board(unfinished, viewer))
    one = dataclasses.replace(round_)
    one.events = [event for event in round_.events if event.kind == "unnoticed"][:1]
    assert "1 mistake went unnoticed: the log shows it." in words(board(one, 0))
    one.events = []
    assert "went unnoticed" not in words(board(one, 0))


def test_a_whole_round_is_told_without_gaps() -> None:
    kinds, errors = set(), {}
    for seats in (2, 4, 8):
        round_ = played(seats, f"told {seats}", over)
        for event in round_.events:
            kinds.add(event.kind)
            told = words(sentence(GAME, event, NAMES[:seats]))
            assert told.endswith((".", "?"))
            assert "None" not in told
            if event.kind == "unnoticed":
                errors[event.data["error"]] = told
    assert set(errors) == {
        "overlooked_discard",
        "overlooked_revealed",
        "does_not_fit",
        "wrong_priority",
    }
    assert "on the discard pile had to go on" in errors["overlooked_discard"]
    assert "comes first" in errors["wrong_priority"]
    assert "does not fit on" in errors["does_not_fit"]
    assert kinds >= {"dealt", "turned", "laid", "kept", "unnoticed", "round_over"}


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_cover_hints_and_how_it_goes_are_pages(language: str) -> None:
    with translation.override(language):
        for page, cards in (("cover", "cover.svg#"), ("how", "cards.svg#")):
            assert cards in render_to_string(f"games/schlafmuetzen/{page}.html")
        for until in (turned, over, lambda state: state.phase is Phase.OPEN):
            round_ = played(4, "hints", until)
            for viewer in everybody(round_):
                hint = words(shown_hint(for_page(context(round_, viewer))))
                assert bool(hint) == (viewer is not None and round_.state.phase is not Phase.OVER)


def test_a_hint_is_the_same_whether_the_card_fits_or_not() -> None:
    hints = set()
    for number in range(20):
        round_ = played(4, f"hint {number}", turned)
        hints.add(shown_hint(for_page(context(round_, round_.state.active))))
    assert len(hints) == 1


def test_the_whole_turn_is_named_where_a_call_is_about_all_of_it() -> None:
    of = rules_with(call_scope="last_turn")

    def two(state: State) -> bool:
        return state.window and len(state.laid) > 1

    round_ = played(3, "turn", two, of)
    count = len(round_.state.laid) - 1
    viewer = (round_.state.laid[-1].seat + 1) % 3
    assert f"and {count} earlier card" in words(board(round_, viewer))
