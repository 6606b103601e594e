"""A guest's matches against bots: whole ones by mouse, a dozen actions with a finger.

`test_spoken.py` plays whole rounds by keys.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Arrive
from tests.browser.person import MOST_ACTIONS, Person, by_finger, by_keys
from tests.browser.players import promise, promise_of
from tests.browser.server import Server

LONGEST_ROUND = 900.0
"""Seconds; much longer than any round."""
A_DOZEN = 12
MOST_DEALS = 10
AT_ONCE_MS = 2_000


@dataclass(frozen=True)
class Played:
    """The table at which a game is played.

    `races`: others act at any time, so waiting may be better than an offer.
    """

    game: str
    bots: int = 1
    level: str = "Easy"
    options: dict[str, str] = field(default_factory=dict)
    races: bool = False


GAMES = (
    Played("daumen_drauf"),
    # Some deals last until closing time, so it is early.
    Played("siebenschlaefer", options={"closing_time": "60"}),
    Played("wortspiel", bots=2, level="Hard", races=True),
    # More and quicker players end the round sooner; a strict table has no pause after each card.
    Played("schlafmuetzen", 7, "Hard", options={"error_mode": "strict"}, races=True),
)
other_games = pytest.mark.parametrize("played", GAMES, ids=lambda played: played.game)


@pytest.mark.long
def test_a_guest_plays_a_whole_match_from_the_landing_page(arrive: Arrive) -> None:
    guest = arrive()
    guest.play_now()
    assert guest.play_to_the_end()
    _shows_the_result(guest)
    _shows_how_it_was_shuffled(guest)


@pytest.mark.long
@other_games
def test_the_other_games_are_played_to_their_end(arrive: Arrive, played: Played) -> None:
    guest = arrive()
    _lays(guest, played)
    assert _plays(guest, played)
    assert guest.is_finished()
    expect(guest.page.locator(".result")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Play again")).to_be_visible()


def test_a_guest_plays_from_the_landing_page_by_keys(arrive: Arrive) -> None:
    guest = arrive(hands=by_keys)
    guest.play_now()
    assert guest.play_to_the_end(most=1)


def test_a_guest_plays_from_the_landing_page_with_a_finger(arrive: Arrive, server: Server) -> None:
    guest = arrive(hands=by_finger, phone=True)
    guest.play_now()
    _fits(guest.page)
    assert guest.play_to_the_end(most=A_DOZEN)
    _fits(guest.page)
    server.console("play_round", path=urlsplit(guest.page.url).path)
    _shows_the_result(guest)
    _fits(guest.page)
    _shows_how_it_was_shuffled(guest)


@other_games
def test_the_other_games_are_played_with_a_finger(arrive: Arrive, played: Played) -> None:
    guest = arrive(hands=by_finger, phone=True)
    _lays(guest, played)
    assert _plays(guest, played, most=A_DOZEN)
    _fits(guest.page)


def _lays(guest: Person, played: Played) -> None:
    """Make and deal a table against bots, with time to think."""
    tempo = "Relaxed" if played.races else "One day per move"
    chosen: dict[str, Any] = {"bots": played.bots, "level": played.level, **played.options}
    guest.lay_table(played.game, "1 round", tempo, **chosen)
    guest.get_ready()
    expect(guest.page.locator("#line")).to_be_visible()


def _plays(guest: Person, played: Played, most: int = MOST_ACTIONS) -> int:
    """Play until the match is over, at most this many actions; return their number."""
    wanted = promise_of(played.game, guest.page)
    if not played.races:
        return guest.play_to_the_end(wanted, most)
    actions, end = 0, time.monotonic() + LONGEST_ROUND
    while actions < most and not guest.is_finished():
        assert time.monotonic() < end, "\n".join(guest.log())
        if guest.best(wanted) is None:
            guest.page.wait_for_timeout(50)
            continue
        guest.play_one(wanted)
        actions += 1
    return actions


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
    # Once it has been read, the question is back.
    question = guest.board.get_attribute("data-call") or ""
    expect(guest.page.locator("#call[role=alert]")).to_have_count(0)
    expect(guest.page.locator("#call")).to_contain_text(question)
    # The same press has the same answer, also at once.
    for _ in range(2):
        guest.press(guest.piece(impossible))
        expect(guest.page.locator("#call[role=alert]")).to_be_visible()
    # After the refusal a possible action works as usual.
    guest.play_one()
    expect(guest.page.locator("#board[data-refused]")).to_have_count(0)


def test_a_player_who_is_quicker_than_the_answer_plays_on(arrive: Arrive) -> None:
    for _ in range(MOST_DEALS):
        guest = arrive(motion=True)
        answers = _late_answers(guest.page)
        guest.lay_table("daumen_drauf", "1 round", "One day per move")
        guest.get_ready()
        if _has_the_turn_again_at_once(guest):
            break
        answers()
        guest.page.close()
    version, best = guest.version, guest.best(promise)
    assert best is not None
    guest.choose(best)
    answers()
    guest.moves_on_from(version)


def _has_the_turn_again_at_once(guest: Person) -> bool:
    """Play; return whether the next turn comes before the page doubts its connection, as in most
    deals.
    """
    assert guest.awaits_turn()
    version, best = guest.version, guest.best(promise)
    assert best is not None
    guest.choose(best)
    again = guest.page.locator(f"#board:not([data-version='{version}'], [data-offers='[]'])")
    for _ in range(AT_ONCE_MS // 50):
        if again.count():
            return True
        guest.page.wait_for_timeout(50)
    return False


def test_two_quick_clicks_play_once(arrive: Arrive) -> None:
    guest = arrive(motion=True)
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
    mine = [line for line in guest.log() if line.startswith("You discard")]
    assert mine[-1:] == [f"You discard {number}."]
    assert mine.count(mine[-1]) == 1


def _hand(person: Person) -> list[str | None]:
    return [card.get_attribute("value") for card in person.page.locator("#hand input").all()]


def _impossible(person: Person) -> str:
    """Return a piece on the board that is in no offer; "" if all of them are."""
    offered = {pick for picks in person.offers for pick in picks}
    pieces = person.page.locator("#hand input, #slots input").all()
    values = [piece.get_attribute("value") or "" for piece in pieces]
    return next((value for value in values if value not in offered), "")


def _late_answers(page: Page) -> Callable[[], None]:
    """Deliver boards without the answer to an action; call the result to send the answers."""
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
                    # The board at that time: a run of the earlier pieces.
                    late = {"version": 0, "key": key}
                    held.append(lambda: socket.send(json.dumps(late | {"pieces": [0, count]})))
            socket.send(json.dumps(frame))

        socket.connect_to_server().on_message(pass_on)

    def answer() -> None:
        for one in held:
            one()

    page.route_web_socket("**", route)
    # The other way to send an action, when the answer takes too long.
    page.route("**/actions", lambda way: held.append(way.continue_) if held else way.continue_())
    return answer


def _single_number(person: Person) -> str:
    """Return a number that can be discarded alone; "" if there is none."""
    alone = (picks[0] for picks in person.offers if len(picks) == 1)
    return next((pick for pick in alone if pick.isdecimal()), "")


def _shows_the_result(person: Person) -> None:
    page = person.page
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".result__places > li")).to_have_count(3)
    expect(page.locator(".result__places > li").first).to_contain_text(re.compile(r"1\s+\w+"))
    expect(page.locator(".result .lead")).to_have_text(re.compile(r"wins?|points|queens"))


def _shows_how_it_was_shuffled(person: Person) -> None:
    person.press(person.page.locator(".result a[href*='verify']"))
    expect(person.page.locator(".notice--good")).to_be_visible()
    expect(person.page.locator("dl.panel code").first).to_have_text(re.compile("^[0-9a-f]{64}$"))


def _fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"The page is {wide} px wider than the screen."
