"""A person with a reserved seat gets one notice per match, only while it is reserved."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail

from accounts.models import User
from core import clock
from matches.services.rounds import finish
from matches.services.seating import reserve_seat, seats, tables
from matches.services.seating.rematch import open_rematch
from notifications.models import Notice
from tests.platform.accounts import cast
from tests.platform.matches.cast import GAME, dealt, person, play_out
from tests.platform.notifications.cast import DAY_ONE, MINUTE, log, reached_by_mail, work

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _mails_go_out(settings: Any) -> None:
    settings.CAN_MAIL = True


def table(host: User, **wanted: Any) -> Any:
    return tables.open_match(host, GAME, seats=3, **wanted)


def test_a_mail_leads_to_the_seat_that_is_kept() -> None:
    alice, bob = person("Alice"), person("Bob")
    with clock.stopped(DAY_ONE):
        reached_by_mail(bob)
        match = table(alice)
        reserve_seat.reserve_for(match.pk, alice, 1, bob)
        work()
    (letter,) = mail.outbox
    assert letter.subject == "Sleeping Queens: a seat is reserved for you"
    assert "With Alice." in letter.body
    assert f"/matches/{match.pk}/" in letter.body
    assert log(bob, "seat") == [("mail", "sent", "")]
    page = cast.browser(bob).get(f"/matches/{match.pk}/").content.decode()
    assert "A seat is reserved for you" in page
    assert str(match.pk) in cast.browser(bob).get("/matches/").content.decode()


def test_it_is_told_once_whatever_the_host_does() -> None:
    alice, bob = person("Alice"), person("Bob")
    with clock.stopped(DAY_ONE):
        reached_by_mail(bob)
        match = table(alice)
        for number in (1, 2, 1):
            reserve_seat.reserve_for(match.pk, alice, number, bob)
        work()
    assert len(mail.outbox) == 1


def test_a_seat_that_is_kept_no_more_is_not_told_of() -> None:
    alice, bob, carla = person("Alice"), person("Bob"), person("Carla")
    with clock.stopped(DAY_ONE):
        for number, user in enumerate((bob, carla)):
            reached_by_mail(user, f"{number}@example.org")
        match = table(alice)
        for number, user in ((1, bob), (2, carla)):
            reserve_seat.reserve_for(match.pk, alice, number, user)
        seats.take_seat(match.pk, bob)
        seats.seat_bot(match.pk, alice, 2, "easy")
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert log(bob, "seat") == log(carla, "seat") == [("mail", "skipped", "over")]
    assert mail.outbox == []


def test_a_rematch_keeps_the_seats_of_the_others_and_tells_them() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob)
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    reached_by_mail(bob)
    again = open_rematch(match.pk, alice)
    assert list(Notice.objects.filter(kind="seat").values_list("user", "match")) == [
        (bob.pk, again.pk)
    ]
