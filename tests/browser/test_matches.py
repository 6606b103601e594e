"""Whole matches of a guest against two bots, with each kind of hands."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Arrive
from tests.browser.person import PATIENCE_MS, Hands, Person, by_finger, by_keys, by_mouse
from tests.browser.players import Promise, lay_low, lay_words, look_and_lay, promise

LONGEST_ROUND = 900.0
"""Seconds; much more than any takes."""


@pytest.mark.parametrize("hands", [by_mouse, by_keys])
def test_a_guest_plays_a_whole_match_from_the_landing_page(arrive: Arrive, hands: Hands) -> None:
    guest = arrive(hands=hands)
    guest.play_now()
    assert guest.play_to_the_end()
    _shows_the_result(guest)
    _shows_how_it_was_shuffled(guest)


@pytest.mark.parametrize("hands", [by_mouse, by_keys])
@pytest.mark.parametrize(
    ("game", "wanted", "options"),
    [
        ("daumen_drauf", promise, {}),
        # Some deals go on until closing time: an early one.
        ("siebenschlaefer", lay_low, {"closing_time": "60"}),
    ],
)
def test_the_other_games_are_played_to_their_end(
    arrive: Arrive, game: str, wanted: Promise, options: dict[str, str], hands: Hands
) -> None:
    guest = arrive(hands=hands)
    guest.lay_table(game, "1 round", "Correspondence", **options)
    guest.get_ready()
    expect(guest.page.locator("#hand .card").first).to_be_visible(timeout=PATIENCE_MS)
    assert guest.play_to_the_end(wanted)
    _is_told_how_it_ended(guest)


def test_a_race_for_words_is_played_to_its_end_by_mouse_and_by_keys(arrive: Arrive) -> None:
    host, friend = arrive(hands=by_mouse), arrive(hands=by_keys)
    _sit_together(host, friend, "Irma", "wortspiel", bots=1)
    _play_together({host: lay_words, friend: lay_words})


def test_schlafmuetzen_is_played_to_its_end_by_mouse_and_by_keys(arrive: Arrive) -> None:
    host, friend = arrive(hands=by_mouse), arrive(hands=by_keys)
    # The more sit there, the sooner it is over; a strict table needs no pause after each card.
    _sit_together(host, friend, "Ludwig", "schlafmuetzen", bots=6, error_mode="strict")
    _play_together({one: look_and_lay(one.page) for one in (host, friend)})


def _sit_together(
    host: Person, friend: Person, name: str, game: str, bots: int, **options: str
) -> None:
    host.lay_table(game, "1 round", "Relaxed", bots=bots, free=1, **options)
    friend.sit_down(urlsplit(host.page.locator("#invite").input_value()).path, name)
    for one in (host, friend):
        one.get_ready()
    for one in (host, friend):
        expect(one.page.locator("#board .reach")).to_be_visible(timeout=PATIENCE_MS)


def _play_together(people: dict[Person, Promise]) -> None:
    """Each does what seems best, as often as there is something, until the match is over."""
    actions = dict.fromkeys(people, 0)
    end = time.monotonic() + LONGEST_ROUND
    while not any(one.is_finished() for one in people):
        assert time.monotonic() < end, "\n".join(next(iter(people)).log())
        for one, wanted in people.items():
            if one.best(wanted) is not None:
                one.play_one(wanted)
                actions[one] += 1
        next(iter(people)).page.wait_for_timeout(100)
    assert all(actions.values()), actions
    for one in people:
        expect(one.page.locator(".result")).to_be_visible(timeout=PATIENCE_MS)


def test_a_guest_plays_a_whole_match_with_a_finger(arrive: Arrive) -> None:
    guest = arrive(hands=by_finger, phone=True)
    guest.play_now()
    _fits_the_phone(guest.page)
    assert guest.play_to_the_end()
    _shows_the_result(guest)
    _fits_the_phone(guest.page)


def test_the_hand_is_in_reach_of_a_thumb(arrive: Arrive) -> None:
    guest = arrive(hands=by_finger, phone=True)
    guest.play_now()
    for card in guest.page.locator("#hand .card").all():
        expect(card).to_be_in_viewport(ratio=0.95)
    expect(guest.page.locator("#call")).to_be_in_viewport(ratio=1)


def test_a_refused_action_says_why_and_changes_nothing(arrive: Arrive) -> None:
    guest = arrive()
    guest.play_now()
    assert guest.awaits_turn()
    while not (impossible := _impossible(guest)):
        guest.play_one()
        assert guest.awaits_turn()
    before = guest.version, guest.offers, _hand(guest)
    guest.press(guest.piece(impossible))
    expect(guest.page.get_by_role("alert").filter(has_text=re.compile(r"\w+ .*\."))).to_be_visible()
    expect(guest.board).to_have_attribute("data-refused", re.compile("[a-z_]+"))
    assert (guest.version, guest.offers, _hand(guest)) == before
    # And then a possible one works as if nothing had been.
    guest.play_one()
    expect(guest.page.locator("#board[data-refused]")).to_have_count(0)


def test_whoever_is_quicker_than_the_answer_plays_on(arrive: Arrive) -> None:
    guest = arrive()
    answers = _late_answers(guest.page)
    guest.lay_table("daumen_drauf", "1 round", "Correspondence")
    guest.get_ready()
    assert guest.awaits_turn()
    guest.play_one()
    assert guest.awaits_turn()
    version, best = guest.version, guest.best(promise)
    assert best is not None
    guest.choose(best)
    answers()
    guest.moves_on_from(version)


def test_two_quick_clicks_play_once(arrive: Arrive) -> None:
    guest = arrive()
    guest.play_now()
    assert guest.awaits_turn()
    while not (number := _single_number(guest)):
        guest.play_one()
        assert guest.awaits_turn()
    version, grows = guest.version, guest.could_grow([number])
    if grows:
        guest.press(guest.piece(number))
        guest.page.locator("[data-play]").dblclick()
    else:
        guest.page.locator(f"#hand label:has([value='{number}'])").first.dblclick()
    guest.moves_on_from(version)
    assert guest.awaits_turn()
    name = guest.page.locator(".you .place__name > span").first.inner_text()
    mine = [line for line in guest.log() if line.startswith(f"{name} discards")]
    assert mine[-1:] == [f"{name} discards {number}."]
    assert mine.count(mine[-1]) == 1


def _hand(person: Person) -> list[str | None]:
    return [card.get_attribute("value") for card in person.page.locator("#hand input").all()]


def _impossible(person: Person) -> str:
    """A piece on the board that is in no offer; nothing if all of them are."""
    offered = {pick for picks in person.offers for pick in picks}
    pieces = person.page.locator("#hand input, #slots input").all()
    values = [piece.get_attribute("value") or "" for piece in pieces]
    return next((value for value in values if value not in offered), "")


def _late_answers(page: Page) -> Callable[[], None]:
    """Let each board come without saying that it answers an action; call the result to say so."""
    held: list[Callable[[], None]] = []

    def route(socket: WebSocketRoute) -> None:
        count = 0

        def pass_on(message: str | bytes) -> None:
            nonlocal count
            frame = json.loads(message)
            if pieces := frame.get("pieces"):
                runs = [one for one in pieces if isinstance(one, int)]
                count = len(pieces) - len(runs) + sum(runs[1::2])
                if key := frame.pop("key", None):
                    # The board as it is by then: a run of what came before.
                    late = {"version": 0, "key": key}
                    held.append(lambda: socket.send(json.dumps(late | {"pieces": [0, count]})))
            socket.send(json.dumps(frame))

        socket.connect_to_server().on_message(pass_on)

    def answer() -> None:
        for one in held:
            one()

    page.route_web_socket("**", route)
    # The other way to send it, when the answer takes too long.
    page.route("**/actions", lambda way: held.append(way.continue_) if held else way.continue_())
    return answer


def _single_number(person: Person) -> str:
    """A number that can be discarded alone; nothing if there is none."""
    alone = (picks[0] for picks in person.offers if len(picks) == 1)
    return next((pick for pick in alone if pick.isdecimal()), "")


def _is_told_how_it_ended(person: Person) -> None:
    expect(person.page.locator(".result")).to_be_visible()
    expect(person.page.get_by_role("button", name="Play again")).to_be_visible()


def _shows_the_result(person: Person) -> None:
    page = person.page
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".result__places > li")).to_have_count(3)
    expect(page.locator(".result__places > li").first).to_contain_text(re.compile(r"1\s+\w+"))
    expect(page.locator(".result .lead")).to_have_text(re.compile(r"wins|points"))


def _shows_how_it_was_shuffled(person: Person) -> None:
    person.press(person.page.locator(".result a[href*='verify']"))
    expect(person.page.locator(".notice--good")).to_be_visible()
    expect(person.page.locator("dl.facts code").first).to_have_text(re.compile("^[0-9a-f]{64}$"))


def _fits_the_phone(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"The page is {wide} px wider than the phone."
