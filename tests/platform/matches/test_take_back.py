"""A move can be taken back if it revealed nothing, until another seat acts."""

from __future__ import annotations

from typing import Any

import pytest

from core import clock
from games.kernel.session import TAKE_BACK_MS
from matches import models
from matches.actors import Person
from matches.engine.verification import difference
from matches.engine.view import view_for
from matches.present.board import draw_board
from matches.requests import ActionRequest
from matches.services.rounds import deadlines, start
from matches.services.rounds.play import PlayResult, play
from matches.services.seating import seats as sitting
from matches.services.seating import tables
from matches.store.load_match import load_table
from tests.boards import still
from tests.platform.matches.cast import fresh_key, person
from tests.sure import sure

pytestmark = pytest.mark.django_db

BEGIN = 1_800_000_000_000
DAY = 24 * 60 * 60 * 1000


def three(tempo: str = "correspondence") -> models.Match:
    """Return a match of Alice, Bob and Charlie in a game in which a pass may be taken back."""
    alice, bob, charlie = (person(name) for name in ("Alice", "Bob", "Charlie"))
    match = tables.open_match(alice, "daumen_drauf", seats=3, tempo=tempo)
    for other in (bob, charlie):
        sitting.take_seat(match.pk, other)
    for user in (alice, bob, charlie):
        start.get_ready(match.pk, user, "a1b2")
    return match


def active(match: models.Match) -> int:
    live = load_table(match.pk).live
    assert live is not None
    return live.awaited.seats[0]


def does(match: models.Match, seat: int, *picks: str, seen: int | None = None) -> PlayResult:
    table = load_table(match.pk)
    user = table.seats[seat]
    shown = table.shown_version(seat) if seen is None else seen
    request = ActionRequest(picks=picks, seen=shown, key=fresh_key())
    return play(match.pk, Person(user.user_id, user.epoch), request)


def led(match: models.Match) -> int:
    """Offer the lowest card of the hand, and return the seat to bid."""
    table, leader = load_table(match.pk), active(match)
    assert table.live is not None
    seen: Any = view_for(table.live, leader).observation
    assert does(match, leader, seen.hand[0]).refusal is None
    return active(match)


def page(match: models.Match, viewer: int | None) -> str:
    table = load_table(match.pk)
    user_id = None if viewer is None else table.seats[viewer].user_id
    return draw_board(table, viewer, user_id=user_id, language="en").html


def due(match: models.Match) -> list[tuple[str, int | None, int]]:
    rows = models.Deadline.objects.filter(round__match=match)
    return sorted(rows.values_list("kind", "seat", "due_ms"))


def test_a_pass_is_taken_back_as_a_move_that_the_log_repeats() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        before, time = match.rounds.get(), due(match)
    with clock.stopped(BEGIN + DAY // 2):
        assert does(match, seat, "pass").refusal is None
        assert active(match) != seat
        assert 'value="take_back"' in page(match, seat)
        for other in {0, 1, 2, None} - {seat}:
            assert 'value="take_back"' not in page(match, other)
        assert does(match, seat, "take_back").refusal is None
        after = match.rounds.get()
        assert (after.state, after.drawn) == (before.state, before.drawn)
        assert after.version == before.version + 2
        assert due(match) == time, "taking back gains no time"
        assert "takes that back" in page(match, None)
        assert difference(after.pk) is None


def test_what_is_done_instead_stands() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        for picks in (("pass",), ("take_back",), ("pass",)):
            assert does(match, seat, *picks).refusal is None
        assert 'value="take_back"' not in page(match, seat)
        assert sure(does(match, seat, "take_back").refusal).code == "window_closed"


def test_nobody_takes_back_what_another_has_done_or_answered() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        leader = (seat - 1) % 3
        assert sure(does(match, leader, "take_back").refusal).code == "window_closed", (
            "a card was seen"
        )
        shown = load_table(match.pk).shown_version(seat)
        assert does(match, seat, "pass").refusal is None
        other = active(match)
        assert sure(does(match, other, "take_back").refusal).code == "window_closed"
        assert sure(does(match, seat, "take_back", seen=shown).refusal).code == "stale"
        assert does(match, other, "pass").refusal is None
        assert sure(does(match, seat, "take_back").refusal).code == "window_closed"
        assert difference(match.rounds.get().pk) is None


def test_at_a_live_table_only_for_a_moment() -> None:
    with clock.stopped(BEGIN):
        match = three("live")
        seat = led(match)
        assert does(match, seat, "pass").refusal is None
        before = page(match, seat)
        assert "yours__brief" in before
    with clock.stopped(BEGIN + TAKE_BACK_MS):
        after = page(match, seat)
        assert 'value="take_back"' not in after
        assert still(before) == still(after), "nothing else ends with it"
        assert sure(does(match, seat, "take_back").refusal).code == "window_closed"


def test_not_when_the_time_for_it_is_up_or_the_table_has_acted() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        ((_, _, late),) = due(match)
    with clock.stopped(late - 1000):
        assert does(match, seat, "pass").refusal is None
    with clock.stopped(late):
        assert sure(does(match, seat, "take_back").refusal).code == "window_closed"
    with clock.stopped(late + 4 * DAY):
        deadlines.apply_due_deadlines()
        assert does(match, seat, "take_back").refusal is not None
    assert difference(match.rounds.get().pk) is None


def test_the_api_may_say_it_too_and_the_table_never_does() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        does(match, seat, "pass")
        table = load_table(match.pk)
        actor = Person(table.seats[seat].user_id, table.seats[seat].epoch)
        for action in ('{"type": "take_back", "seat": 1}', '{"type": "take_back"}'):
            request = ActionRequest(action=action, seen=table.shown_version(seat), key=fresh_key())
            refusal = play(match.pk, actor, request).refusal
            assert (None if refusal is None else refusal.code) == (
                "invalid_params" if "seat" in action else None
            )


def test_what_a_move_cost_of_the_bank_comes_back_with_it() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        before = due(match)
    spent = match.seats.filter(number=seat).values_list("bank_used_ms", flat=True)
    hour = DAY // 24
    with clock.stopped(BEGIN + DAY + 2 * hour):
        assert does(match, seat, "pass").refusal is None
        assert spent.get() == 2 * hour
    with clock.stopped(BEGIN + DAY + 3 * hour):
        assert does(match, seat, "take_back").refusal is None
        assert spent.get() == 0
        assert due(match) == before
    with clock.stopped(BEGIN + DAY + 4 * hour):
        assert does(match, seat, "pass").refusal is None
    assert list(match.seats.values_list("bank_used_ms", flat=True)) == [
        4 * hour if number == seat else 0 for number in range(3)
    ]


def test_who_was_asked_in_between_pays_nothing() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        assert does(match, seat, "pass").refusal is None
        other = active(match)
    with clock.stopped(BEGIN + DAY + DAY // 2):
        # The other uses their bank by now.
        assert does(match, seat, "take_back").refusal is None
        assert match.seats.get(number=other).bank_used_ms == 0
