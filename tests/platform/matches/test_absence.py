"""After two time-outs in a row a bot plays for a player, who may come back at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from bots.models import Thought
from bots.tasks import play_turn, think_ahead
from core import clock
from core.refusals import Refused
from matches.actors import Bot, Person
from matches.engine import live_round
from matches.engine.verification import difference
from matches.models import Deadline, Departure, Match, Outbox
from matches.requests import ActionRequest
from matches.services.absence import departure
from matches.services.rounds import abandonment, deadlines, finish, start
from matches.services.rounds.play import apply_due, play
from matches.services.seating import seats
from matches.services.seating.tables import open_match
from matches.store import outbox
from matches.store.load_match import load_table
from matches.tasks import deal_next_round
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import (
    act,
    awaited,
    dealt,
    fresh_key,
    let_pass,
    opened,
    person,
    play_out,
    request_for,
    stored,
    under_attack,
)
from tests.sure import sure

pytestmark = pytest.mark.django_db


def code_of(function: Callable[..., object], *args: Any) -> str:
    with pytest.raises(Refused) as caught:
        function(*args)
    return caught.value.refusal.code


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return dealt(alice, bob)


def let_time_run_out(match: Match) -> int:
    """Let the awaited decision time out, and return its seat."""
    seat = awaited(match)
    due = Deadline.objects.filter(round__match=match, seat=seat).earliest("due_ms").due_ms
    with clock.stopped(due):
        deadlines.apply_due_deadlines()
    return seat


def sleep_through(match: Match, sleeper: int) -> None:
    """Let all others act but the holder of this seat, until a bot plays there."""
    for _ in range(20):
        if match.seats.get(number=sleeper).stand_in:
            return
        if awaited(match) == sleeper:
            let_time_run_out(match)
        else:
            with clock.stopped(sure(load_table(match.pk).live).at_ms + 500):
                assert act(match).refusal is None
    raise AssertionError("no bot ever took the seat")


def turn_of(match: Match, seat: int) -> Outbox:
    """Return the turn that the bot at this seat owes, after the actions of all other awaited seats."""
    for _ in range(20):
        row = Outbox.objects.filter(round__match=match, kind=outbox.BOT_TURN, seat=seat).first()
        if row is not None:
            return row
        if match.seats.get(number=awaited(match)).stand_in:
            continue
        with clock.stopped(sure(load_table(match.pk).live).at_ms + 500):
            assert act(match).refusal is None
    raise AssertionError("the round never waits for the bot")


def test_one_decision_slept_through_is_forgiven(match: Match) -> None:
    seat = let_time_run_out(match)
    place = match.seats.get(number=seat)
    assert (place.missed, place.stand_in) == (1, "")
    assert not Departure.objects.exists()


def test_after_two_time_outs_in_a_row_a_bot_plays(match: Match, bob: User) -> None:
    """The bot has the middle level."""
    sleep_through(match, 1)
    place = match.seats.get(number=1)
    assert (place.user, place.stand_in) == (bob, "normal")  # Bob is still its holder
    assert match.seats.get(number=0).stand_in == ""
    away = Departure.objects.get()
    assert (away.user, away.seat, away.why, away.back_at) == (bob, 1, Departure.Why.AWAY, None)
    assert place.dealt_to == bob


def test_an_action_of_ones_own_begins_the_count_anew(match: Match) -> None:
    sleeper = let_time_run_out(match)
    while awaited(match) != sleeper:
        with clock.stopped(sure(load_table(match.pk).live).at_ms + 500):
            assert act(match).refusal is None
    with clock.stopped(sure(load_table(match.pk).live).at_ms + 500):
        assert act(match).refusal is None
    assert match.seats.get(number=sleeper).missed == 0
    while awaited(match) != sleeper:
        with clock.stopped(sure(load_table(match.pk).live).at_ms + 500):
            assert act(match).refusal is None
    let_time_run_out(match)
    assert match.seats.get(number=sleeper).stand_in == ""


def test_what_a_bot_lets_pass_is_not_counted(alice: User) -> None:
    match = dealt(alice, bots=1)
    while awaited(match) == 0:
        assert act(match).refusal is None
    let_time_run_out(match)
    assert set(match.seats.values_list("missed", flat=True)) == {0}


def test_an_unseen_hold_is_nobodys() -> None:
    match, victim, _ = under_attack()
    match.seats.update(missed=1)
    hold = Deadline.objects.get(round__match=match, kind="hold")
    with clock.stopped(hold.due_ms):
        assert apply_due(match.pk)
    assert match.seats.get(user=victim).missed == 1
    assert not Departure.objects.exists()


def test_a_window_of_the_whole_table_is_nobodys(alice: User, bob: User) -> None:
    match = open_match(alice, "daumen_drauf", seats=3)
    for user in (bob, person("Charlie")):
        seats.take_seat(match.pk, user)
    for seat in match.seats.all():
        assert seat.user is not None
        start.get_ready(match.pk, seat.user)
    for _ in range(200):
        live = load_table(match.pk).live
        assert live is not None
        if {late.seat for _, late in live.deadlines()} == {None}:
            break
        assert act(match).refusal is None
    match.seats.update(missed=1)
    assert live is not None
    before = live.version
    let_pass(live)
    assert load_table(match.pk).version == before + 1
    assert set(match.seats.values_list("missed", flat=True)) == {1}
    assert not Departure.objects.exists()


def test_a_stand_in_changes_the_table_and_not_the_log(match: Match) -> None:
    """Every board is drawn again, but the log has only the game's own moves."""
    before = load_table(match.pk)
    sleep_through(match, 1)
    table = load_table(match.pk)
    assert table.changes == before.changes + 1
    assert difference(table.round_id) is None


def test_the_bot_plays_as_that_seat_and_sees_what_it_saw(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleep_through(match, 1)
    row = turn_of(match, 1)
    table, asked = load_table(match.pk), []
    ask = live_round.ask_bot

    def watched(live: Any, seat: Any, level: Any, *more: Any) -> Any:
        asked.append((seat, level))
        return ask(live, seat, level, *more)

    monkeypatch.setattr(live_round, "ask_bot", watched)
    with clock.stopped(row.due_ms):
        play_turn(row.pk)
    assert asked == [(1, "normal")]
    move = table_moves(match).get(number=table.version + 1)
    assert (move.seat, move.key) == (1, f"bot-1-{table.version}")
    assert match.seats.get(number=1).stand_in  # a bot's action does not count as the holder's


def table_moves(match: Match) -> Any:
    return match.rounds.latest("number").moves


def test_the_bot_takes_a_human_time(match: Match) -> None:
    sleep_through(match, 1)
    row = turn_of(match, 1)
    assert row.due_ms - sure(load_table(match.pk).live).at_ms >= 1_000


def test_one_press_brings_the_seat_back(match: Match, bob: User) -> None:
    sleep_through(match, 1)
    turn_of(match, 1)
    for _ in range(2):  # in two tabs
        departure.come_back(match.pk, bob)
    place = match.seats.get(number=1)
    assert (place.missed, place.stand_in) == (0, "")
    assert not Outbox.objects.filter(kind=outbox.BOT_TURN).exists()
    assert Departure.objects.get().back_at is not None


def test_a_player_who_acts_is_back(match: Match, bob: User) -> None:
    sleep_through(match, 1)
    turn_of(match, 1)
    with clock.stopped(sure(load_table(match.pk).live).at_ms + 200):
        answer = play(match.pk, Person(bob.pk, bob.epoch), request_for(match, 1))
    assert answer.refusal is None
    place = match.seats.get(number=1)
    assert (place.missed, place.stand_in) == (0, "")
    assert Departure.objects.get().back_at is not None
    table = load_table(match.pk)
    assert sure(table.live).over or not Outbox.objects.filter(kind=outbox.BOT_TURN).exists()


def test_who_is_refused_is_not_back(match: Match, bob: User) -> None:
    sleep_through(match, 1)
    turn_of(match, 1)
    with clock.stopped(sure(load_table(match.pk).live).at_ms + 200):
        answer = play(match.pk, Person(bob.pk, bob.epoch), request_for(match, 1, seen=0))
    assert sure(answer.refusal).code == "stale"
    assert match.seats.get(number=1).stand_in == "normal"


@pytest.mark.django_db(transaction=True)
def test_a_seat_handed_back_while_its_bot_thinks(
    match: Match, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleep_through(match, 1)
    row = turn_of(match, 1)
    think_ahead(row.pk)
    assert Thought.objects.filter(seat=1).exists()
    Thought.objects.all().delete()
    ask = live_round.ask_bot

    def interrupted(*question: Any) -> Any:
        departure.come_back(match.pk, bob)
        return ask(*question)

    monkeypatch.setattr(live_round, "ask_bot", interrupted)
    with clock.stopped(row.due_ms):
        before = stored(match)
        play_turn(row.pk)  # its answer is too late
    assert stored(match) == before
    assert not Thought.objects.exists()
    assert not Outbox.objects.filter(kind=outbox.BOT_TURN).exists()
    late = play(match.pk, Bot(1), ActionRequest(action={}, seen=0, key=fresh_key()))
    assert sure(late.refusal).code == "not_seated"


@pytest.mark.django_db(transaction=True)
def test_a_thought_is_void_once_the_seat_is_handed_back(
    match: Match, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An action that the bot computed ahead, or was still computing, is never played."""
    sleep_through(match, 1)
    row = turn_of(match, 1)
    think_ahead(row.pk)
    departure.come_back(match.pk, bob)
    assert not Thought.objects.exists()
    sleep_through(match, 1)
    row, ask = turn_of(match, 1), live_round.ask_bot

    def interrupted(*question: Any) -> Any:
        answer = ask(*question)
        departure.come_back(match.pk, bob)
        return answer

    monkeypatch.setattr(live_round, "ask_bot", interrupted)
    think_ahead(row.pk)
    assert not Thought.objects.exists()


def test_leaving_puts_a_bot_there_at_once(match: Match, alice: User, bob: User) -> None:
    seat = awaited(match)
    leaver = sure(match.seats.get(number=seat).user)
    for _ in range(2):
        departure.leave_match(match.pk, leaver)
    place = match.seats.get(number=seat)
    assert (place.user, place.stand_in) == (leaver, "normal")
    away = Departure.objects.get()
    assert (away.user, away.why) == (leaver, Departure.Why.LEFT)
    row = Outbox.objects.get(kind=outbox.BOT_TURN)
    with clock.stopped(row.due_ms):
        play_turn(row.pk)
    assert match.rounds.get().version == 1


def test_who_may_leave_and_come_back(match: Match, bob: User) -> None:
    charlie = person("Charlie")
    waiting = opened(person("Dora"), charlie)
    for service in (departure.leave_match, departure.come_back):
        assert code_of(service, match.pk, charlie) == "not_yours"
        assert code_of(service, waiting.pk, charlie) == "not_dealt"
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    for service in (departure.leave_match, departure.come_back):
        assert code_of(service, match.pk, bob) == "match_over"
    absence_of_bob = match.seats.get(number=1)
    assert absence_of_bob.stand_in == ""


def test_a_stand_in_is_ready_for_the_next_round(alice: User, bob: User) -> None:
    match = dealt(alice, bob, target="rounds-3")
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    start.get_ready(match.pk, alice)
    assert match.rounds.latest("number").start is None
    departure.leave_match(match.pk, bob)  # the round waits for no other player
    assert match.rounds.latest("number").start is not None


def test_bots_rest_when_nobody_is_left(alice: User) -> None:
    """The match ends at the next time-out."""
    match = dealt(alice, bots=2)
    departure.leave_match(match.pk, alice)
    assert not Outbox.objects.filter(kind=outbox.BOT_TURN).exists()
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    let_time_run_out(match)
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert not Deadline.objects.exists()
    assert set(Outbox.objects.values_list("kind", flat=True)) <= set(outbox.LASTING)
    before = stored(match)
    answer = play(match.pk, Person(alice.pk, alice.epoch), wish_for_nothing())
    assert sure(answer.refusal).code == "deserted"
    assert code_of(departure.come_back, match.pk, alice) == "match_over"
    assert stored(match) == before
    page = browser(alice).get(f"/matches/{match.pk}/").content.decode()
    assert "This match has ended because nobody was left at the table." in page
    assert 'id="line"' not in page, "no player may be shown as thinking"
    assert 'name="pick"' not in page
    assert 'form="rematch"' in page
    assert "Play again" in page
    for way in ("/tables/", "/matches/"):
        assert f'href="{way}"' in page.partition('id="board"')[2]


def wish_for_nothing() -> ActionRequest:
    return ActionRequest(action={}, seen=0, key=fresh_key())


def test_a_player_who_returns_in_time_keeps_the_match_alive(alice: User) -> None:
    match = dealt(alice, bots=2)
    departure.leave_match(match.pk, alice)
    departure.come_back(match.pk, alice)
    let_time_run_out(match)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_the_last_who_sleeps_has_the_time_of_one_decision_more(alice: User) -> None:
    match = dealt(alice, bots=1)
    for _ in range(20):
        if match.seats.get(number=0).stand_in:
            break
        row = Outbox.objects.filter(kind=outbox.BOT_TURN).first()
        if row is None:
            let_time_run_out(match)
        else:
            with clock.stopped(row.due_ms):
                play_turn(row.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert not Outbox.objects.filter(kind=outbox.BOT_TURN).exists()
    let_time_run_out(match)
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED


def test_nobody_is_dealt_to_when_nobody_is_left(alice: User) -> None:
    match = dealt(alice, bots=1, target="rounds-3")
    match.rounds.update(outcome={"scores": [1, 0], "places": [1, 2], "began": 0, "reason": "x"})
    finish.finish_round(match.rounds.get().pk)
    departure.leave_match(match.pk, alice)
    row = Outbox.objects.get(kind=outbox.NEXT_ROUND)
    with clock.stopped(row.due_ms):
        deal_next_round(row.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert match.rounds.latest("number").start is None
    assert set(Outbox.objects.values_list("kind", flat=True)) <= set(outbox.LASTING)


def test_a_stand_in_is_for_a_person_alone(alice: User) -> None:
    match = dealt(alice, bots=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        match.seats.filter(number=1).update(stand_in="easy")


def bots_play_out(match: Match) -> None:
    """Let the bots of all absent players play until the round is over."""
    for _ in range(1_000):
        row = Outbox.objects.filter(round__match=match, kind=outbox.BOT_TURN).first()
        if row is None:
            live = load_table(match.pk).live
            assert live is not None
            if live.over:
                return
            let_pass(live)
            continue
        with clock.stopped(row.due_ms):
            play_turn(row.pk)
    raise AssertionError("the round did not end")


@pytest.mark.parametrize("counts", ["rated", "occasion"])
def test_bots_play_a_match_that_counts_to_its_end(alice: User, bob: User, counts: str) -> None:
    """A player who loses to an absent opponent cannot end the match by leaving too.

    Before, the match ended and changed no rating, and a league's match counted with its present
    score.
    """
    match = dealt(alice, bob, target="rounds-2")
    Match.objects.update(**{counts: {"rated": True, "occasion": {"kind": "a league"}}[counts]})
    for user in (bob, alice):
        departure.leave_match(match.pk, user)
    for number in (1, 2):
        bots_play_out(match)
        finish.finish_round(match.rounds.get(number=number).pk)
        if number == 1:
            start.deal_next(match.rounds.get(number=2).pk)
    match.refresh_from_db()
    assert (match.status, match.result is None) == (Match.Status.FINISHED, False)
    assert [place.stand_in for place in match.seats.all()] == ["normal", "normal"]


def test_time_that_runs_out_ends_no_left_match_that_counts(alice: User, bob: User) -> None:
    match = dealt(alice, bob, public=True)
    assert match.rated
    for user in (bob, alice):
        departure.leave_match(match.pk, user)
    assert Outbox.objects.filter(kind=outbox.BOT_TURN).exists()
    html = browser(alice).get(f"/matches/{match.pk}/").content.decode()
    assert "Nobody is playing any more" not in html
    outbox.mark_tried_in_vain(match.pk)
    let_time_run_out(match)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    departure.come_back(match.pk, alice)
    assert match.seats.get(user=alice).stand_in == ""


def test_a_match_that_counts_and_was_ended_from_outside_says_so(alice: User, bob: User) -> None:
    """A match that a league ends when it is due does not report that nobody was left at the table.

    Bots were still playing it.
    """
    match = dealt(alice, bob, public=True)
    for user in (bob, alice):
        departure.leave_match(match.pk, user)
    abandonment.abandon_match(match.pk)
    answer = play(match.pk, Person(alice.pk, alice.epoch), wish_for_nothing())
    assert sure(answer.refusal).code == "stopped"
    page = browser(alice).get(f"/matches/{match.pk}/").content.decode()
    assert "This match was ended early." in page
    assert "nobody was left" not in page
