"""The time zone in which the server writes times."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.timezone import now

from accounts import zones
from accounts.models import User
from accounts.services.preferences import set_preferences
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

PREFERENCES = "/preferences/"


def says(zone: str, user: User | None = None) -> str:
    """Return the server's time zone for a browser that names this zone."""
    browser = cast.browser(user)
    browser.cookies["zone"] = zone
    browser.get("/tables/")
    return timezone.get_current_timezone_name()


@pytest.mark.parametrize("who", [lambda: None, cast.alice, cast.gus])
def test_the_browser_says_where_it_is(who: object) -> None:
    user = who() if callable(who) else None
    assert says("Asia/Tokyo", user) == "Asia/Tokyo"
    if user is not None:
        user.refresh_from_db()
        assert user.zone == "Asia/Tokyo"


@pytest.mark.parametrize("said", ["", "Mars/Base", "../../etc/passwd", "europe/berlin", "x" * 3000])
def test_what_is_no_zone_is_world_time(said: str) -> None:
    alice = cast.alice()
    assert says(said, alice) == "UTC"
    alice.refresh_from_db()
    assert alice.zone == ""


def test_who_chose_a_zone_keeps_it() -> None:
    alice = cast.alice()
    set_preferences(alice, time_zone="Europe/Berlin")
    assert says("Asia/Tokyo", alice) == "Europe/Berlin"
    alice.refresh_from_db()
    assert alice.zone == "Europe/Berlin"
    set_preferences(alice, time_zone="UTC")
    assert says("Asia/Tokyo", alice) == "UTC"


def test_a_browsers_zone_holds_away_from_it() -> None:
    """The stored zone changes once a day at most."""
    alice = cast.alice()
    says("Europe/Berlin", alice)
    assert says("Asia/Tokyo", alice) == "Asia/Tokyo"
    alice.refresh_from_db()
    assert alice.zone == "Europe/Berlin"
    User.objects.update(seen_on=now().date() - timedelta(days=1))
    alice.refresh_from_db()
    says("Asia/Tokyo", alice)
    alice.refresh_from_db()
    assert alice.zone == "Asia/Tokyo"


def test_quiet_hours_follow_it_from_now_on() -> None:
    alice = cast.alice()
    set_preferences(alice, quiet_from=22 * 60, quiet_until=7 * 60)
    says("Asia/Tokyo", alice)
    alice.refresh_from_db()
    before = alice.hours_before[-1]
    assert (before["time_zone"], before["quiet_begins"]) == ("", 22 * 60)


def test_zones_are_found_by_region_and_city() -> None:
    """The browser's zone is first."""
    browser = cast.browser(cast.alice())
    browser.cookies["zone"] = "Europe/Berlin"
    page = browser.get(PREFERENCES).content.decode()
    assert '<option value="" selected>Browser time zone: Berlin</option>' in page
    assert '<optgroup label="Europe">' in page
    assert '<option value="Europe/Vienna">Vienna</option>' in page
    browser.cookies["django_language"] = "de"
    page = browser.get(PREFERENCES).content.decode()
    assert '<optgroup label="Afrika">' in page
    assert '<option value="Europe/Vienna">Wien</option>' in page


def test_every_zone_of_before_can_stay() -> None:
    for name in ("Asia/Calcutta", "US/Pacific", "UTC", "Europe/Berlin"):
        flat = str(zones.zone_choices("", name))
        assert flat.count(f"'{name}'") == 1


def test_the_page_says_world_time_where_nobody_knows_better() -> None:
    """Without a script no zone is known: the talk of a table, for example, is marked as UTC."""
    assert zones.zone_of(None).key == "UTC"
    assert zones.zone_of(cast.gus(), "Asia/Tokyo").key == "Asia/Tokyo"
