"""A league's requests to people arrive once, in their media and language."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.urls import reverse

from leagues.models import Fixture, News
from leagues.services import notify
from leagues.services.seasons.advance_leagues import advance_leagues
from notifications.models import Delivery, Notice
from notifications.tasks import deliver_notice
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.notifications.cast import reached_by_mail

pytestmark = pytest.mark.django_db


@pytest.fixture
def mails(settings: Any) -> None:
    settings.CAN_MAIL = True


def test_players_are_told_by_mail_once_and_in_their_time(mails: None) -> None:
    days, players = Days(), cast.people(2)
    players[0].time_zone = "Europe/Berlin"
    players[0].save()
    reached_by_mail(players[0])
    cast.running(days, cast.organiser(), players, live=True, matches_each=1)
    days.go(0)
    with days.now():
        for pk in Delivery.objects.values_list("pk", flat=True):
            deliver_notice(pk)
        titles = [one.subject for one in mail.outbox]
        assert titles == [
            "Winter league: season 1 begins.",
            "Winter league: agree on a time for match 1 by Monday 1 February 2027, 09:14 CET.",
        ]
        assert "/leagues/winter/" in mail.outbox[0].body
        fixture = Fixture.objects.get()
        body = mail.outbox[1].body
        assert f"You play against {players[1].name}." in body
        assert "One of you proposes a time, and the others accept." in body
        assert reverse("leagues:fixture", args=["winter", fixture.pk]) in body
        News.objects.update(sent_at=None)  # a worker died before it could record it
        notify.send_news()
        assert Notice.objects.filter(user=players[0]).count() == 2


def test_what_was_not_sent_is_sent_by_the_next_sweep() -> None:
    days = Days()
    cast.running(days, cast.organiser(), cast.people(2))
    assert not News.objects.filter(sent_at=None).exists()
    News.objects.update(sent_at=None)
    with days.now():
        advance_leagues()
    assert not News.objects.filter(sent_at=None).exists()
