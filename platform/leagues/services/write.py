"""The people of a fixture write to each other: its players, and the organisers of its league."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Restriction, User
from accounts.services import restrictions
from core import clock, rate_limits
from core.refusals import refuse
from leagues import limits, topics
from leagues.models import Fixture, FixtureMessage, News
from leagues.services import notify
from matches.services.talk import check_words


@transaction.atomic
def write_to_fixture(fixture: Fixture, author: User, text: str) -> None:
    """Let somebody who may read a fixture's page write there; the others are told, once a day.

    Raises:
        Refused: `talk_too_fast`, and those of `check_words` and of `restrictions.check_restriction`.
    """
    words = check_words(text)
    restrictions.check_restriction(author.pk, Restriction.What.TALK)
    if not rate_limits.take_attempts(counter := limits.LETTERS.of(str(author.pk))):
        raise refuse("talk_too_fast", seconds=rate_limits.seconds_left(counter))
    now = clock.now()
    FixtureMessage.objects.create(fixture=fixture, author=author, text=words, at=now)
    notify.notify_players(fixture, News.Kind.WROTE, now.date().isoformat(), but=author)
    topics.announce_fixture(fixture.pk)
