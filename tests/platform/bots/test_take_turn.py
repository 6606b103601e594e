"""Bots take each turn once, at a human pace, and only with their seat's knowledge."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from bots import take_turn as turns
from bots.models import Thought
from bots.take_turn import take_turn
from bots.tasks import play_turn, think_ahead
from core import clock
from core.refusals import Refused
from games.kernel.pace import LONGEST_MS
from matches.actors import Person
from matches.engine import live_round
from matches.engine.verification import difference
from matches.models import Match, Outbox
from matches.requests import ActionRequest
from matches.services.absence import departure
from matches.services.clock.reschedule import reschedule_match
from matches.services.rounds import deadlines, start
from matches.services.rounds.play import play
from matches.services.seating import tables
from matches.store import outbox
from matches.store.load_match import load_table
from matches.tasks import apply_deadline, finish_round
from tests.platform.matches import cast
from tests.platform.matches.cast import act, dealt, let_pass, opened, person
from tests.platform.matches.test_take_back import page
from tests.sure import sure

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return dealt(person("Alice"), bots=2)


def until_a_bot_is_waited_for(match: Match) -> Outbox:
    """Let Alice act until the round waits for a bot."""
    for _ in range(30):
        row = Outbox.objects.filter(round__match=match, kind=outbox.BOT_TURN).first()
        if row is not None:
            return row
        live = load_table(match.pk).live
        assert live is not None
        if live.awaited.seats:
            assert act(match).refusal is None
        else:
            let_pass(live)
    raise AssertionError("the round never waited for a bot")


def test_a_waiting_bot_is_owed_its_turn_after_a_human_time(match: Match) -> None:
    row = until_a_bot_is_waited_for(match)
    wait = row.due_ms - clock.now_ms()
    assert 500 < wait <= 3_000


def test_it_thinks_at_once_and_plays_when_it_is_due(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = until_a_bot_is_waited_for(match)
    sent = []
    for task in (think_ahead, play_turn):
        monkeypatch.setattr(
            task, "apply_async", lambda *, task=task, **how: sent.append((task, how))
        )
    outbox.send_rows([(row.pk, row.kind, row.due_ms)], row.due_ms - 2_000)
    (first, at_once), (second, later) = sent
    assert (first, second) == (think_ahead, play_turn)
    assert "countdown" not in at_once
    assert later["countdown"] == 2.0
    outbox.send_rows([(row.pk, row.kind, row.due_ms)], row.due_ms + 1)  # by the sweep
    assert sent[2:] == [(play_turn, {"args": [row.pk], "countdown": 0.0, "retry": False})]


def test_what_was_thought_before_is_what_is_played(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = until_a_bot_is_waited_for(match)
    assert row.seat is not None
    think_ahead(row.pk)
    thought = Thought.objects.get(round_id=row.round_id, seat=row.seat)
    monkeypatch.setattr(live_round, "ask_bot", None)  # it does not think again
    think_ahead(row.pk)
    assert match.rounds.get().version == row.version
    with clock.stopped(row.due_ms):
        play_turn(row.pk)
    assert match.rounds.get().moves.get(number=row.version + 1).action == thought.action
    assert not Thought.objects.exists()


def test_with_or_without_a_thought_the_move_is_the_same(match: Match) -> None:
    row = until_a_bot_is_waited_for(match)
    think_ahead(row.pk)
    thought = Thought.objects.get()
    Thought.objects.all().delete()
    with clock.stopped(row.due_ms):
        play_turn(row.pk)
    assert match.rounds.get().moves.get(number=row.version + 1).action == thought.action


def test_a_thought_about_another_situation_is_thought_anew(match: Match) -> None:
    row = until_a_bot_is_waited_for(match)
    assert row.seat is not None
    nonsense = {"type": "play_king", "slot": -1}
    seen = load_table(match.pk).shown_version(row.seat)
    Thought.objects.create(round_id=row.round_id, seat=row.seat, seen=seen - 1, action=nonsense)
    with clock.stopped(row.due_ms):
        play_turn(row.pk)
    assert match.rounds.get().moves.get(number=row.version + 1).action != nonsense


def test_nobody_thinks_about_what_is_no_longer_owed(match: Match) -> None:
    row = until_a_bot_is_waited_for(match)
    assert row.seat is not None
    with clock.stopped(row.due_ms):
        play_turn(row.pk)
    Outbox.objects.filter(pk=row.pk).delete()
    think_ahead(row.pk)
    assert not Thought.objects.filter(seat=row.seat).exists()
    match.seats.filter(number=row.seat).update(bot="")  # a person has taken over
    turns.think_ahead(row)
    assert not Thought.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_while_it_thinks(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    row = until_a_bot_is_waited_for(match)
    asked = []

    def watched(*question: Any) -> Any:
        asked.append(connection.in_atomic_block)
        return ask(*question)

    ask = live_round.ask_bot
    monkeypatch.setattr(live_round, "ask_bot", watched)
    think_ahead(row.pk)
    Thought.objects.all().delete()
    with clock.stopped(row.due_ms):
        play_turn(row.pk)
    assert asked == [False, False]


@pytest.mark.django_db(transaction=True)
def test_workers_that_think_and_forget_at_once_do_not_collide(match: Match) -> None:
    row = until_a_bot_is_waited_for(match)
    together = threading.Barrier(3)

    def work(one_step: Callable[[], object]) -> list[Exception]:
        together.wait()
        failed = []
        try:
            for _ in range(100):
                one_step()
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()
        return failed

    def forget() -> None:
        assert row.seat is not None
        turns.forget_thought(round_id=row.round_id, seat=row.seat)

    steps = [lambda: turns.think_ahead(row), lambda: turns.think_ahead(row), forget]
    with ThreadPoolExecutor(len(steps)) as workers:
        failures = list(workers.map(work, steps))
    assert failures == [[], [], []]


def test_a_bot_does_not_answer_before_it_is_due(match: Match) -> None:
    row = until_a_bot_is_waited_for(match)
    play_turn(row.pk)
    assert match.rounds.get().version == row.version


def test_a_turn_delivered_again_and_again_is_played_once(match: Match) -> None:
    row = until_a_bot_is_waited_for(match)
    with clock.stopped(row.due_ms):
        play_turn(row.pk)
    version = match.rounds.get().version
    assert version == row.version + 1
    for _ in range(3):
        play_turn(row.pk)
        with clock.stopped(row.due_ms + 1):
            play_turn(row.pk)
    moves = match.rounds.get().moves.filter(number=version)
    assert moves.get().seat == row.seat
    assert moves.get().key == f"bot-1-{row.version}"


def test_killed_half_way_the_turn_is_sent_for_again(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = until_a_bot_is_waited_for(match)
    with clock.stopped(row.due_ms):
        assert outbox.claim_row(row.pk) is not None  # then the worker dies
        assert outbox.claim_row(row.pk) is None  # no other worker takes it at the same moment
    sent = []
    monkeypatch.setattr(outbox, "send_rows", lambda rows, now: sent.extend(rows))
    with clock.stopped(row.due_ms + outbox.RETRY_MS):
        outbox.send_overdue()
        turns = [(pk, kind) for pk, kind, _ in sent if kind == outbox.BOT_TURN]
        assert turns == [(row.pk, outbox.BOT_TURN)]
        play_turn(row.pk)
    assert match.rounds.get().version == row.version + 1


def test_the_same_situation_gets_the_same_answer(match: Match) -> None:
    row = until_a_bot_is_waited_for(match)
    seat = row.seat
    assert seat is not None
    table = load_table(match.pk)
    level, live = table.seats[seat].bot, table.live
    assert live is not None
    answers = {live_round.ask_bot(live, seat, level, table.events(), "salt") for _ in range(5)}
    assert len(answers) == 1


def test_a_bot_that_finds_nothing_to_do_thinks_once_more(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = until_a_bot_is_waited_for(match)
    assert row.seat is not None
    ask, asked = live_round.ask_bot, []

    def find_nothing_twice(*question: Any) -> Any:
        asked.append(question[4])
        return None if len(asked) < 3 else ask(*question)

    monkeypatch.setattr(live_round, "ask_bot", find_nothing_twice)
    for look in (1, 2):
        due = row.due_ms
        with clock.stopped(due):
            play_turn(row.pk)
        row.refresh_from_db()
        assert 1_000 <= row.due_ms - due < 3_000
        assert match.rounds.get().version == row.version
        assert Thought.objects.get(seat=row.seat).looks == look
    with clock.stopped(row.due_ms):
        play_turn(row.pk)
    assert match.rounds.get().version == row.version + 1
    assert (
        len(set(asked)) == 3
    )  # each attempt has its own random values, and no question is repeated


def test_a_bot_that_lets_it_be_is_asked_when_something_happens(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then it is not asked."""
    row = until_a_bot_is_waited_for(match)
    monkeypatch.setattr(live_round, "ask_bot", lambda *question: None)
    monkeypatch.setattr(live_round.LiveRound, "waits_for", lambda live, seat: False)
    with clock.stopped(row.due_ms):
        play_turn(row.pk)
    assert not Outbox.objects.filter(pk=row.pk).exists()
    assert match.rounds.get().version == row.version


def test_a_bots_thinking_counts_from_the_situation(match: Match) -> None:
    """Messages of other players do not delay it."""
    row = until_a_bot_is_waited_for(match)
    assert row.seat is not None
    live = sure(load_table(match.pk).live)
    luck, since = f"{match.pk}/1", live.at_ms
    first = live.acts_at_ms(row.seat, "easy", luck, since)
    assert first <= row.due_ms  # later if the last sentence has to be read first
    assert live.acts_at_ms(row.seat, "easy", luck, since + 500) == first


def test_a_turn_that_is_no_longer_wanted_is_settled(match: Match) -> None:
    row = until_a_bot_is_waited_for(match)
    due = sure(match.rounds.get().deadlines.order_by("due_ms").first()).due_ms
    with clock.stopped(due):  # the bot was so late that the table played for it
        deadlines.apply_due_deadlines()
        take_turn(row)
    assert not Outbox.objects.filter(pk=row.pk, version=row.version).exists()


def test_a_match_with_bots_and_a_sleeper_ends_and_is_settled() -> None:
    match = dealt(person("Alice"), person("Bob"), bots=1)
    for _ in range(2_000):
        table = load_table(match.pk)
        if sure(table.live).over:
            break
        row = Outbox.objects.filter(round__match=match, kind=outbox.BOT_TURN).first()
        if row is not None:
            with clock.stopped(row.due_ms):
                play_turn(row.pk)
        elif sure(table.live).awaited.seats == (0,):
            with clock.stopped(sure(table.live).at_ms + 1_000):
                assert act(match).refusal is None
        else:
            with clock.stopped(sure(table.live).deadlines()[0][0]):
                deadlines.apply_due_deadlines()
    assert match.seats.get(number=1).stand_in  # Bob missed his turns
    round_ = match.rounds.get()
    assert round_.outcome is not None
    notices = {outbox.BEGUN, outbox.ENDED}
    owed = Outbox.objects.exclude(kind__in=notices).get(round=round_)
    assert owed.kind == outbox.ROUND_FINISHED
    for _ in range(2):  # a repetition changes nothing
        with clock.stopped(owed.due_ms):
            finish_round(owed.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    left = set(Outbox.objects.filter(round=round_).values_list("kind", flat=True))
    assert left == notices | {outbox.MATCH_FINISHED}
    assert not round_.deadlines.exists()
    assert difference(round_.pk) is None


def test_a_level_that_is_offered_no_more_plays_on_where_it_sits() -> None:
    alice = person("Alice")
    with pytest.raises(Refused, match="unknown_level"):
        tables.open_match(alice, "sleeping_queens", seats=2, bots=["hard"])
    match = opened(alice, bots=1)
    match.seats.filter(number=1).update(bot="hard")  # as at the creation of the table
    assert ">Hard</span>" in page(match, 0), "it is still shown by its name"
    assert 'value="hard"' not in page(match, 0), "it cannot be chosen for a table"
    start.get_ready(match.pk, alice, "a1b2")
    assert match.seats.get(number=1).bot_version == 1
    row = until_a_bot_is_waited_for(match)
    before = match.rounds.get().version
    take_turn(row)
    moves = match.rounds.get().moves.filter(seat=1)
    assert match.rounds.get().version > before
    assert moves.exists()


def when_it_is_late(match: Match, row: Outbox) -> int:
    """Return a time long after the time-out of the bot's own decision."""
    seat = match.rounds.get().deadlines.get(seat=row.seat)
    assert row.due_ms < seat.due_ms
    return seat.due_ms + 10 * 60_000


def acted(match: Match) -> list[int | None]:
    return list(match.rounds.get().moves.values_list("seat", flat=True))


@pytest.mark.parametrize("first", ["the sweep", "the countdown", "a person", "the bot"])
def test_a_late_server_costs_a_bot_nothing(match: Match, first: str) -> None:
    row = until_a_bot_is_waited_for(match)
    before = acted(match)
    alice = sure(match.seats.get(number=0).user)
    with clock.stopped(when_it_is_late(match, row)):
        if first == "the sweep":
            assert deadlines.apply_due_deadlines() == 0
        elif first == "the countdown":
            apply_deadline(str(match.pk))
        elif first == "a person":
            request = ActionRequest(action={"type": "draw"}, seen=0, key="early")
            assert play(match.pk, Person(alice.pk, alice.epoch), request).refusal is not None
        assert first == "the bot" or acted(match) == before
        play_turn(row.pk)
        deadlines.apply_due_deadlines()
    assert acted(match) == [*before, row.seat]
    assert match.seats.get(number=sure(row.seat)).bank_used_ms == 0
    assert difference(match.rounds.get().pk) is None


def test_who_plays_for_somebody_costs_them_no_bank() -> None:
    alice = person("Alice")
    match = dealt(alice, person("Bob"))
    departure.leave_match(match.pk, alice)
    row = until_a_bot_is_waited_for(match)
    with clock.stopped(when_it_is_late(match, row)):
        play_turn(row.pk)
    assert acted(match)[-1] == row.seat == 0
    assert match.seats.get(number=0).bank_used_ms == 0


def test_a_bot_that_cannot_answer_does_not_stop_its_match(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*question: Any) -> None:
        raise RuntimeError("a mistake of ours")

    row = until_a_bot_is_waited_for(match)
    before = acted(match)
    monkeypatch.setattr(live_round, "ask_bot", fail)
    late = when_it_is_late(match, row)
    for tries in range(outbox.TRIES):
        with clock.stopped(late + tries * outbox.RETRY_MS):
            assert deadlines.apply_due_deadlines() == 0
            with pytest.raises(RuntimeError):
                play_turn(row.pk)
    with clock.stopped(late + outbox.TRIES * outbox.RETRY_MS):
        assert deadlines.apply_due_deadlines() == 1
    assert acted(match)[: len(before) + 1] == [*before, None]


def test_a_bot_that_has_nothing_to_say_holds_nobody_up(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = until_a_bot_is_waited_for(match)
    before = acted(match)
    monkeypatch.setattr(live_round, "ask_bot", lambda *question: None)
    with clock.stopped(when_it_is_late(match, row)):
        assert deadlines.apply_due_deadlines() == 0
        play_turn(row.pk)
        assert deadlines.apply_due_deadlines() == 1
    assert acted(match)[: len(before) + 1] == [*before, None]


def test_whose_turn_begins_with_a_late_time_out_is_asked_first() -> None:
    match = dealt(person("Alice"), bots=1)
    while cast.awaited(match) != 0:
        row = Outbox.objects.get(kind=outbox.BOT_TURN)
        with clock.stopped(row.due_ms):
            play_turn(row.pk)
    before = acted(match)
    (alice,) = match.rounds.get().deadlines.all()
    now = alice.due_ms + 10 * 60_000
    with clock.stopped(now):
        assert deadlines.apply_due_deadlines() == 1
        assert acted(match) == [*before, None], "Alice missed her turn before the bot was asked"
        row = Outbox.objects.get(kind=outbox.BOT_TURN)
        assert row.due_ms <= alice.due_ms + LONGEST_MS, "the bot is asked at once"
        assert deadlines.apply_due_deadlines() == 0
        play_turn(row.pk)
        deadlines.apply_due_deadlines()
    assert acted(match)[: len(before) + 2] == [*before, None, 1]


def test_looking_at_a_match_puts_off_no_turn(match: Match) -> None:
    row = until_a_bot_is_waited_for(match)
    due = row.due_ms
    for later in (10, 500, 60_000):
        with clock.stopped(due + later):
            reschedule_match(match.pk)
    row.refresh_from_db()
    assert row.due_ms == due
