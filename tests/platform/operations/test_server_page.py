"""The page for the server's administrator, and its access."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Move
from matches.models.outbox import Outbox
from operations.monitoring.measures import measure
from tests.platform.accounts.cast import alice, bob, browser
from tests.platform.matches.cast import dealt
from tests.platform.moderation.staff import adele, mona

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/server/"


def test_it_shows_what_runs_and_what_is_missing() -> None:
    dealt(alice(), bob())
    shown = browser(adele()).get(ADDRESS)
    text = shown.content.decode()
    assert shown.status_code == 200
    assert "is missing" in text  # no worker runs beside the tests
    assert sum(measure().matches.values()) == 1
    assert "Sleeping Queens" in text or "Siebenschläfer" in text
    assert "Alice" not in text
    assert 'http-equiv="refresh"' in text


def test_its_measures_are_those_of_the_database() -> None:
    dealt(alice(), bob(), bots=1)
    Outbox.objects.update(due_ms=1_000, attempts=0)
    backlog = measure().backlog
    assert backlog.turns.count + backlog.others.count == Outbox.objects.count() > 0
    assert backlog.busy
    assert Move.objects.count() == 0


def test_only_administrators_see_it_and_the_way_to_it() -> None:
    moderator, administrator = browser(mona()), browser(adele())
    assert moderator.get(ADDRESS).status_code == 403
    assert Client().get(ADDRESS).status_code == 302
    assert ADDRESS in administrator.get("/admin/").content.decode()
    assert ADDRESS not in moderator.get("/admin/").content.decode()
