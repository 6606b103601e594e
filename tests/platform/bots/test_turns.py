"""Bots take their turns: once, in human time, from what their seat has seen."""

from __future__ import annotations

import pytest

from bots.tasks import play_turn
from bots.turns import take_turn
from core import clock
from matches import engine, outbox, selectors
from matches.models import Match, Outbox
from matches.services import deadlines
from matches.tasks import settle
from matches.verification import difference
from tests.platform.matches.cast import act, dealt, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return dealt(person("Alice"), bots=2)


def until_a_bot_is_waited_for(match: Match) -> Outbox:
    """Let Alice act until the round waits for a bot."""
    for _ in range(30):
        row = Outbox.objects.filter(round__match=match, kind=outbox.BOT_TURN).first()
        if row is not None:
            return row
        if selectors.table(match.pk).desk.awaited.seats:
            assert act(match).refusal is None
        else:
            pass_time(match)
    raise AssertionError("no bot was ever waited for")


def pass_time(match: Match) -> None:
    desk = selectors.table(match.pk).desk
    with clock.stopped(desk.at_ms + 5_000):
        deadlines.sweep()


def test_a_waiting_bot_is_owed_its_turn_after_a_human_moment(match):
    row = until_a_bot_is_waited_for(match)
    wait = row.due_ms - clock.now_ms()
    assert 500 < wait <= 3_000


def test_a_bot_does_not_answer_before_its_moment(match):
    row = until_a_bot_is_waited_for(match)
    play_turn(row.pk)
    assert match.rounds.get().version == row.version


def test_a_turn_delivered_again_and_again_is_played_once(match):
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
    assert moves.get().key == f"bot-{row.version}"


def test_killed_half_way_the_turn_is_sent_for_again(match, monkeypatch):
    row = until_a_bot_is_waited_for(match)
    with clock.stopped(row.due_ms):
        assert outbox.claim(row.pk) is not None  # and then the worker dies
        assert outbox.claim(row.pk) is None  # nobody else takes it at the same moment
    sent = []
    monkeypatch.setattr(outbox, "send", lambda rows, now: sent.extend(rows))
    with clock.stopped(row.due_ms + outbox.RETRY_MS):
        assert outbox.sweep() == 1
        assert sent[0][:2] == (row.pk, outbox.BOT_TURN)
        play_turn(row.pk)
    assert match.rounds.get().version == row.version + 1


def test_the_same_situation_gets_the_same_answer(match):
    row = until_a_bot_is_waited_for(match)
    table = selectors.table(match.pk)
    level = table.seats[row.seat].bot
    answers = {
        engine.ask_bot(table.desk, row.seat, level, table.events(), "salt") for _ in range(5)
    }
    assert len(answers) == 1


def test_a_turn_that_is_no_longer_wanted_is_settled(match):
    row = until_a_bot_is_waited_for(match)
    due = match.rounds.get().deadlines.order_by("due_ms").first().due_ms
    with clock.stopped(due):  # the bot slept so long that the table played for it
        deadlines.sweep()
        take_turn(row)
    assert not Outbox.objects.filter(pk=row.pk, version=row.version).exists()


def test_a_match_of_bots_and_a_sleeper_ends_and_is_settled(match):
    for _ in range(2_000):
        table = selectors.table(match.pk)
        if table.desk.over:
            break
        with clock.stopped(table.desk.at_ms + 31_000):
            row = Outbox.objects.filter(round__match=match).first()
            if row is not None:
                with clock.stopped(row.due_ms):
                    play_turn(row.pk)
            else:
                deadlines.sweep()
    round_ = match.rounds.get()
    assert round_.outcome is not None
    owed = Outbox.objects.get(round=round_)
    assert owed.kind == outbox.ROUND_FINISHED
    for _ in range(2):  # twice changes nothing more
        with clock.stopped(owed.due_ms):
            settle(owed.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert not Outbox.objects.filter(round=round_).exists()
    assert not round_.deadlines.exists()
    assert difference(round_.pk) is None
