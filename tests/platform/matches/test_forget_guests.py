"""Guests who do not come back are deleted; their matches stay readable."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import revoke_access
from core import clock
from matches.models import Match
from matches.services.absence import departure
from matches.services.absence import forget_guests as stale_guests
from matches.services.seating import seats
from matches.store.load_match import load_table
from matches.tasks import forget_guests
from tests.platform.matches.cast import dealt, followed, opened, person, play_out

pytestmark = pytest.mark.django_db

DAY_MS = 24 * 3600 * 1000


def guest(name: str) -> User:
    return User.objects.create_guest(name, language="en")


def after(days: int) -> Any:
    return clock.shifted(days * DAY_MS)


def test_who_never_played_is_gone_after_the_days_of_the_setting(settings: Any) -> None:
    gus = guest("Gus")
    with after(settings.GUEST_DAYS):
        assert stale_guests.forget_guests() == 0
    with after(settings.GUEST_DAYS + 1):
        assert stale_guests.forget_guests() == 1
        assert stale_guests.forget_guests() == 0
    assert not User.objects.filter(pk=gus.pk).exists()


def test_accounts_are_never_forgotten() -> None:
    alice = person("Alice")
    with after(10_000):
        forget_guests()
    assert User.objects.filter(pk=alice.pk).exists()


def test_an_old_match_is_still_readable() -> None:
    gus, alice = guest("Gus"), person("Alice")
    match = dealt(gus, alice, public=True)
    play_out(match)
    Match.objects.update(status=Match.Status.FINISHED)
    with after(100):
        assert stale_guests.forget_guests() == 1
        assert stale_guests.forget_guests() == 0
    assert [seat.name for seat in load_table(match.pk).seats] == [f"Guest {gus.pk}", "Alice"]
    browser = Client(headers={"Accept-Language": "en"})
    browser.force_login(alice)
    shown = browser.get(f"/matches/{match.pk}/").content.decode()
    assert f"Guest {gus.pk}" in shown
    assert "Gus" not in shown.replace("Guest", "")


def test_a_running_match_is_waited_for() -> None:
    gus = guest("Gus")
    match = dealt(gus, person("Alice"))
    with after(1000):
        assert stale_guests.forget_guests() == 0
    assert match.seats.get(number=0).user == gus


def test_a_guest_in_whose_seat_a_substitute_plays_is_waited_for() -> None:
    """A guest to whom a seat may return is not deleted.

    Before, they were deleted in the middle of a match that they could come back to.
    """
    gus, alice = guest("Gus"), person("Alice")
    match = followed(alice, gus, person("Dora"))
    with after(1000):
        assert stale_guests.forget_guests() == 0
        departure.come_back(match.pk, gus)
    assert match.seats.get(number=1).user == gus


def test_a_table_that_never_began_is_handed_on_or_cleared() -> None:
    """Another person there becomes the host; a table without one is cleared."""
    gus, alice, lone = guest("Gus"), person("Alice"), guest("Lone")
    shared, empty = opened(gus, alice), opened(lone, bots=1)
    with after(100):
        assert stale_guests.forget_guests() == 2
    shared.refresh_from_db()
    empty.refresh_from_db()
    assert (shared.host, shared.status) == (alice, Match.Status.OPEN)
    assert shared.seats.get(number=0).is_empty
    assert empty.status == Match.Status.ABORTED
    assert not User.objects.filter(is_guest=True).exists()


def test_who_comes_back_in_time_stays() -> None:
    gus = guest("Gus")
    User.objects.update(seen_on=timezone.now().date() - timedelta(days=59))
    browser = Client()
    browser.force_login(gus)
    browser.get("/")
    with after(59):
        assert stale_guests.forget_guests() == 0


def test_a_ban_outlasts_the_days() -> None:
    gus = guest("Gus")
    revoke_access.ban_user(gus)
    with after(1000):
        assert stale_guests.forget_guests() == 0


def test_a_table_that_changes_meanwhile_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards are dealt between the query and the departure, so the guest is then in a match."""
    gus, alice, other = guest("Gus"), person("Alice"), guest("Otto")
    match = opened(gus, alice)

    def too_late(match_id: Any, user: User) -> None:
        Match.objects.update(status=Match.Status.RUNNING)
        seats.leave_seat(match_id, user)

    monkeypatch.setattr(stale_guests, "leave_seat", too_late)
    with after(100):
        stale_guests.forget_guests()
    assert match.seats.get(number=0).user == gus
    assert not User.objects.filter(pk=other.pk).exists()


def test_many_are_done_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Anna", "Berta", "Carla"):
        guest(name)
    monkeypatch.setattr(stale_guests, "BATCH", 2)
    with after(100):
        assert [stale_guests.forget_guests() for _ in range(3)] == [2, 1, 0]


def test_a_guest_who_came_back_meanwhile_costs_nobody_a_match() -> None:
    """A guest who has come back is not deleted, and their new match continues.

    Up to five hundred guests are deleted one after the other, so the last may have come back since
    the query. Before, the match at which such a guest had just sat down ended for all players.
    """
    gus, alice = guest("Gus"), person("Alice")
    match = dealt(gus, alice, public=True)
    stale_guests._forget(gus)
    match.refresh_from_db()
    gus.refresh_from_db()
    assert (match.status, gus.is_active) == (Match.Status.RUNNING, True)
    waiting = opened(gus, alice)
    User.objects.filter(pk=gus.pk).update(seen_on=timezone.now().date())
    stale_guests._forget(gus)
    assert waiting.seats.filter(user=gus).exists()
