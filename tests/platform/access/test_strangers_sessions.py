"""The rows that a stranger without a cookie creates in the database: few, for a few days.

Without a limit, each visit to a replay link would create a session for sixty days.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import limits
from accounts.middleware import STRANGER_S
from core import rate_limits
from matches.services import replay_links
from matches.services.rounds import finish
from tests.platform.access.world import World, every_pattern, quiet_world
from tests.platform.accounts import cast
from tests.platform.matches.cast import dealt, opened, person, play_out

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
WRITES = re.compile(r"INSERT|UPDATE|DELETE|MERGE|WITH .* (?:INSERT|UPDATE|DELETE)", re.IGNORECASE)


def _sql(query: dict[str, str]) -> str:
    return query["sql"].lstrip()


@pytest.fixture
def there(settings: Any) -> Iterator[World]:
    """Everything that an address can name."""
    cache.clear()
    with quiet_world(settings) as made:
        yield made


def test_every_address_that_begins_a_session_is_bounded(
    there: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This includes addresses that are added later. The sessions are those of a stranger."""
    begun = set()
    for name, pattern in every_pattern():
        address = there.address(name, pattern)
        for method in ("GET", "POST"):
            before = {one.session_key for one in Session.objects.all()}
            there.ask("n", method, address)
            for row in Session.objects.exclude(session_key__in=before):
                if SESSION_KEY not in row.get_decoded():
                    assert row.expire_date <= timezone.now() + timedelta(seconds=STRANGER_S)
                    begun.add((name, method))
    assert begun >= {("lobby:watch_by_invitation", "POST"), ("accounts:reset_password", "GET")}
    monkeypatch.setattr(limits, "SESSIONS", rate_limits.Limit("sessions", most=0))
    for name, method in begun:
        (pattern,) = [one for other, one in every_pattern() if other == name]
        kept = Session.objects.count()
        with CaptureQueriesContext(connection) as asked:
            answer = there.ask("n", method, there.address(name, pattern))
        # A request that is refused after its view has run must not have written anything.
        assert not [sql for sql in map(_sql, asked) if WRITES.match(sql)], name
        # The link to reset a password works once, and was used above.
        refused = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.GONE}
        assert answer.status_code in refused, name
        assert Session.objects.count() == kept


def test_a_link_is_followed_by_many_and_not_without_end() -> None:
    cache.clear()
    alice = person("Alice")
    waiting, over = opened(alice, person("Dora")), dealt(alice, person("Bob"))
    play_out(over)
    finish.finish_round(over.rounds.get().pk)
    replay_links.share_replay(over.pk, alice.pk)
    address = reverse("lobby:watch_by_invitation", args=[waiting.invite])
    answers = [Client().post(address).status_code for _ in range(limits.SESSIONS.most + 5)]
    most = limits.SESSIONS.most
    assert answers == [HTTPStatus.FOUND] * most + [HTTPStatus.TOO_MANY_REQUESTS] * 5
    assert Session.objects.count() == most
    # A replay link creates no session: messengers fetch it for a preview each time it is shared.
    token = over.seats.exclude(replay=None).get().replay
    shared = Client().get(reverse("matches:open_replay", args=[token]), follow=True)
    assert shared.status_code == HTTPStatus.OK
    assert Session.objects.count() == most
    # A user with a session can still follow links.
    known = cast.browser(alice)
    link = reverse("lobby:watch_by_invitation", args=[waiting.invite])
    assert known.post(link).status_code == HTTPStatus.FOUND


def test_who_signs_in_is_remembered_for_as_long_as_ever() -> None:
    cache.clear()
    waiting = opened(person("Alice"), person("Dora"))
    for address, fields in (
        ("/play/sleeping_queens/", {}),
        ("/sign-in/", {"login": "Bob", "password": cast.PASSWORD}),
    ):
        if address == "/sign-in/":
            cast.bob()
        browser = cast.browser()
        browser.post(reverse("lobby:watch_by_invitation", args=[waiting.invite]))
        assert Session.objects.latest("expire_date").expire_date < timezone.now() + 8 * DAY
        assert browser.post(address, fields).status_code == HTTPStatus.FOUND
        row = Session.objects.get(session_key=browser.session.session_key)
        assert row.expire_date > timezone.now() + 59 * DAY
        # The user still has access to the tables seen before.
        assert browser.get(reverse("matches:table", args=[waiting.pk])).status_code == HTTPStatus.OK
        Session.objects.all().delete()
