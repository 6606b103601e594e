"""The recipients and times of a match's notices."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from accounts.services import vacation
from core import clock
from matches.actors import Person
from matches.models import Deadline, Match, Outbox
from matches.services.absence import departure
from matches.services.clock import pause
from matches.services.rounds import finish
from matches.services.rounds.play import play
from matches.store import outbox
from matches.store.load_match import load_table
from notifications.models import Channel, Delivery, Notice
from notifications.services import channels, deliver, notify
from notifications.services.forget_old_notices import forget_old_notices
from tests.platform.matches.cast import (
    act,
    awaited,
    dealt,
    person,
    play_out,
    request_for,
    under_attack,
)
from tests.platform.notifications.cast import (
    DAY,
    DAY_ONE,
    HOUR,
    MINUTE,
    log,
    slow,
    work,
)
from tests.platform.notifications.servers import Listener
from tests.sure import sure

pytestmark = pytest.mark.django_db


def test_nobody_is_told_who_plays_on_at_once(told: tuple[Match, User], web: Listener) -> None:
    match, user = told
    with clock.stopped(DAY_ONE + 5_000):
        act(match)
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert log(user) == []
    assert log(user, "begun") == [("webhook", "sent", "")]


def test_twice_the_same_is_told_once(told: tuple[Match, User], web: Listener) -> None:
    _, user = told
    row = Outbox.objects.get(kind=outbox.TURN)
    with clock.stopped(DAY_ONE + MINUTE):
        work()
        notify.notify_turn(row)
        notify.notify_turn(row)
        work()
    assert log(user) == [("webhook", "sent", "")]
    assert len(web.heard) == 2  # with the beginning


def test_a_reminder_comes_once_with_a_quarter_of_the_time_left(
    told: tuple[Match, User], web: Listener
) -> None:
    _, user = told
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    with clock.stopped(DAY_ONE + 18 * HOUR - 1):
        work()
    assert log(user, "deadline") == []
    with clock.stopped(DAY_ONE + 18 * HOUR):
        work()
        work()
    with clock.stopped(DAY_ONE + 20 * HOUR):
        work()
    assert log(user, "deadline") == [("webhook", "sent", "")]


def test_a_deadline_that_was_put_off_puts_off_the_reminder(told: tuple[Match, User]) -> None:
    match, user = told
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    Deadline.objects.filter(round__match=match).update(due_ms=DAY_ONE + 2 * DAY)
    with clock.stopped(DAY_ONE + 18 * HOUR):
        work()
    assert log(user, "deadline") == []
    with clock.stopped(DAY_ONE + 36 * HOUR):
        work()
    assert log(user, "deadline") == [("webhook", "sent", "")]


def test_a_nearer_deadline_brings_its_reminder_along(told: tuple[Match, User]) -> None:
    _, user = told
    with clock.stopped(DAY_ONE + MINUTE):
        days = [vacation.today_of(user) + timedelta(days=more) for more in (0, 5)]
        away = vacation.go_away(user, *days)
    with clock.stopped(DAY_ONE + 2 * MINUTE):
        work()
    assert Outbox.objects.get(kind=outbox.TURN).due_ms > DAY_ONE + 2 * DAY
    with clock.stopped(DAY_ONE + 3 * MINUTE):
        vacation.come_back(user, away.pk)
    with clock.stopped(DAY_ONE + 17 * HOUR):
        work()
    assert log(user, "deadline") == []
    with clock.stopped(DAY_ONE + 19 * HOUR):
        work()
    assert log(user, "deadline") == [("webhook", "sent", "")]


def test_a_pause_is_no_turn_and_afterwards_nothing_is_told_twice(told: tuple[Match, User]) -> None:
    match, user = told
    people = [place.user for place in match.seats.all()]

    def in_a_pause(from_ms: int, until_ms: int) -> None:
        with clock.stopped(from_ms):
            for one in people:
                pause.agree_to_pause(match.pk, sure(one))
        told_before = log(user), log(user, "deadline")
        with clock.stopped(until_ms):
            work()
            assert (log(user), log(user, "deadline")) == told_before
            pause.end_pause(match.pk, user)
        with clock.stopped(until_ms + MINUTE):
            work()

    in_a_pause(DAY_ONE + 1_000, DAY_ONE + DAY)
    assert log(user) == [("webhook", "sent", "")]
    in_a_pause(DAY_ONE + DAY + HOUR, DAY_ONE + 5 * DAY)
    assert log(user) == [("webhook", "sent", "")]
    assert log(user, "deadline") == []
    with clock.stopped(DAY_ONE + 6 * DAY - 2 * HOUR):
        work()
    assert log(user, "deadline") == [("webhook", "sent", "")]


def test_for_whom_a_bot_plays_there_is_nothing_to_tell(told: tuple[Match, User]) -> None:
    match, user = told
    with clock.stopped(DAY_ONE + 1_000):
        departure.leave_match(match.pk, user)
    assert not Outbox.objects.filter(kind=outbox.TURN).exists()
    with clock.stopped(DAY_ONE + 20 * HOUR):
        work()
    assert log(user) == log(user, "deadline") == []


def test_a_player_who_has_played_is_not_reminded(told: tuple[Match, User]) -> None:
    match, user = told
    with clock.stopped(DAY_ONE + MINUTE):
        work()
        act(match)
    with clock.stopped(DAY_ONE + 18 * HOUR):
        work()
    assert log(user, "deadline") == []


def test_the_next_turn_is_told_anew(told: tuple[Match, User]) -> None:
    match, user = told
    for hour in range(1, 4):
        with clock.stopped(DAY_ONE + hour * HOUR):
            work()
            act(match)
            if match.seats.get(number=awaited(match)).user != user:
                act(match)
    assert len(log(user)) >= 2
    assert {status for _, status, _ in log(user)} == {"sent"}


def test_a_turn_that_waits_gives_way_to_a_later_one(
    told: tuple[Match, User], web: Listener
) -> None:
    match, user = told
    web.status = 500
    with clock.stopped(DAY_ONE + MINUTE):
        work()
        act(match)
        act(match)
        while match.seats.get(number=awaited(match)).user != user:
            act(match)
    web.status = 201
    with clock.stopped(DAY_ONE + 3 * MINUTE):
        work()
    assert log(user) == [("webhook", "skipped", "over"), ("webhook", "sent", "")]


def test_quiet_hours_in_the_persons_own_time_zone(told: tuple[Match, User]) -> None:
    _, user = told
    user.time_zone = "Pacific/Auckland"  # 08:00 UTC is 21:00 there
    user.quiet_from, user.quiet_until = 20 * 60, 7 * 60
    user.save()
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert log(user) == [("webhook", "waiting", "quiet")]
    with clock.stopped(DAY_ONE + 10 * HOUR - 1):
        work()
    assert log(user) == [("webhook", "waiting", "quiet")]
    with clock.stopped(DAY_ONE + 10 * HOUR):
        work()
    assert log(user) == [("webhook", "sent", "")]


def test_what_has_been_done_by_the_morning_is_not_told(told: tuple[Match, User]) -> None:
    match, user = told
    user.quiet_from, user.quiet_until = 7 * 60, 10 * 60
    user.save()
    with clock.stopped(DAY_ONE + MINUTE):
        work()
        act(match)
    with clock.stopped(DAY_ONE + 3 * HOUR):
        work()
    assert log(user) == [("webhook", "skipped", "over")]


def test_once_a_day_is_one_message_and_a_deadline_does_not_wait(web: Listener) -> None:
    with clock.stopped(DAY_ONE + HOUR):
        alice, bob = person("Alice"), person("Bob")
        channel = channels.set_webhook(alice, web.url, "raw")
        channels.choose_kinds(channel, channels.ALL, daily=True)
        for _ in range(2):
            slow(alice, bob)
    with clock.stopped(DAY_ONE + HOUR + MINUTE):
        work()
    assert web.heard == []
    assert {(status, why) for _, status, why in log(alice, "begun")} == {("waiting", "daily")}
    turns = len(log(alice))
    with clock.stopped(DAY_ONE + 20 * HOUR):
        work()
    assert len(web.heard) == turns == len(log(alice, "deadline"))
    with clock.stopped(DAY_ONE + DAY):
        work()
    assert len(web.heard) == turns + 1
    assert log(alice, "begun") == [("webhook", "sent", "")] * 2
    assert set(log(alice)) <= {("webhook", "sent", "")}


def test_what_a_channel_does_not_tell_of_stands_in_the_log(told: tuple[Match, User]) -> None:
    _, user = told
    channels.choose_kinds(Channel.objects.get(user=user), ["deadline"], daily=False)
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert log(user) == [("webhook", "skipped", "unwanted")]


def test_a_live_turn_is_not_for_webhooks_and_mails(web: Listener) -> None:
    with clock.stopped(DAY_ONE):
        alice, bob = person("Alice"), person("Bob")
        match = dealt(alice, bob, tempo="live")
        waited_for = match.seats.get(number=awaited(match)).user
        assert waited_for is not None
        channels.set_webhook(waited_for, web.url, "raw")
    with clock.stopped(DAY_ONE + 20_000):
        work()
    assert log(waited_for) == [("webhook", "skipped", "short")]
    assert log(waited_for, "deadline") == []


def test_the_end_of_a_match_is_told_to_all_its_people(web: Listener) -> None:
    with clock.stopped(DAY_ONE):
        alice, bob = person("Alice"), person("Bob")
        for user in (alice, bob):
            channel = channels.set_webhook(user, f"{web.url}/{user.name}", "raw")
            channels.choose_kinds(channel, ["ended"], daily=False)
        match = dealt(alice, bob, tempo="correspondence")
    with clock.stopped(DAY_ONE + HOUR):
        play_out(match)
        finish.finish_round(match.rounds.get().pk)
    with clock.stopped(DAY_ONE + 2 * HOUR):
        work()
        work()
    assert sorted(heard.path for heard in web.heard) == ["/Alice", "/Bob"]
    assert b"Your place" in web.heard[0].body


def test_bots_and_people_without_a_channel_cost_nothing() -> None:
    with clock.stopped(DAY_ONE):
        dealt(person("Alice"), bots=1, tempo="correspondence")
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert not Notice.objects.exists()
    assert not Delivery.objects.exists()


def test_a_server_that_falls_while_it_sends_sends_twice_at_most(
    told: tuple[Match, User], web: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It crashes after sending, and before it has recorded that."""
    _, user = told
    channels.choose_kinds(Channel.objects.get(user=user), ["turn"], daily=False)

    class Fell(BaseException):
        """A crash, as if the worker had been killed."""

    def fall(*_: object) -> None:
        raise Fell

    monkeypatch.setattr(deliver, "_close", fall)
    with clock.stopped(DAY_ONE + MINUTE), pytest.raises(Fell):
        work()
    with clock.stopped(DAY_ONE + MINUTE + 59_000):
        work()  # its delivery may still be under way
    with clock.stopped(DAY_ONE + 3 * MINUTE), pytest.raises(Fell):
        work()
    monkeypatch.undo()
    for minutes in (6, 60, 600):
        with clock.stopped(DAY_ONE + minutes * MINUTE):
            work()
    assert log(user) == [("webhook", "failed", "crashed")]
    assert len(web.heard) == 2


def test_an_answer_that_nobody_sees_is_told_to_nobody() -> None:
    """In Sleeping Queens an attacked player answers secretly: for all others nothing has happened."""
    match, victim, attacker = under_attack()
    number = match.seats.get(user=attacker).number

    def of_the_attacker() -> list[tuple[object, ...]]:
        found = Outbox.objects.filter(kind=outbox.TURN, seat=number)
        return list(found.values_list("version", "due_ms", "facts"))

    live = load_table(match.pk).live
    assert live is not None
    seen = live.game.observe(live.rules, live.state, number)
    before = of_the_attacker()
    person_ = Person(victim.pk, victim.epoch)
    seat = match.seats.get(user=victim).number
    assert play(match.pk, person_, request_for(match, seat)).refusal is None
    live = load_table(match.pk).live
    assert live is not None
    assert live.game.observe(live.rules, live.state, number) == seen
    assert of_the_attacker() == before


def test_the_log_forgets_after_a_month(told: tuple[Match, User], web: Listener) -> None:
    _, user = told
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    with clock.stopped(DAY_ONE + 29 * DAY):
        forget_old_notices()
        assert log(user)
    with clock.stopped(DAY_ONE + 31 * DAY):
        forget_old_notices()
    assert not Delivery.objects.exists()
    assert not Notice.objects.exists()


def test_a_mailbox_gets_unasked_only_what_is_seldom_or_urgent(settings: Any) -> None:
    settings.CAN_MAIL = True
    user = person("Alice")
    assert channels.expect_mail(user) is None
    address = EmailAddress.objects.create(user=user, email="a@example.org", primary=True)
    assert channels.expect_mail(user) is None
    address.verified = True
    address.save()
    channel = channels.expect_mail(user)
    assert channel is not None
    assert channel.kinds == ["deadline", "seat", "league", "ruling", "decision"]
