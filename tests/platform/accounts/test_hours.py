"""Quiet hours and days of rest follow the local clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.hours import DAY, Hours
from accounts.models import User
from accounts.services.preferences import set_preferences
from core import clock
from tests.platform.accounts import cast

BERLIN = ZoneInfo("Europe/Berlin")
PREFERENCES = "/preferences/"
NIGHT = Hours("Europe/Berlin", quiet_begins=22 * 60, quiet_ends=7 * 60)
SUNDAYS = Hours("Europe/Berlin", rest_day=6)


def berlin(*when: int, fold: int = 0) -> datetime:
    return datetime(*when, fold=fold, tzinfo=BERLIN)  # type: ignore[arg-type,misc]


def until(hours: Hours, at: datetime) -> datetime | None:
    found = hours.quiet_until(at)
    return None if found is None else found.astimezone(BERLIN)


def first_span(hours: Hours, since: datetime) -> tuple[datetime, datetime]:
    begins, ends = next(hours.spans(round(since.timestamp() * 1000)))
    return clock.as_datetime(begins).astimezone(BERLIN), clock.as_datetime(ends).astimezone(BERLIN)


@pytest.mark.parametrize(
    ("at", "ends"),
    [
        (berlin(2026, 11, 20, 21, 59), None),
        (berlin(2026, 11, 20, 22, 0), berlin(2026, 11, 21, 7, 0)),
        (berlin(2026, 11, 21, 6, 59), berlin(2026, 11, 21, 7, 0)),
        (berlin(2026, 11, 21, 7, 0), None),
    ],
)
def test_a_night_lasts_from_its_evening_to_its_morning(at: datetime, ends: datetime | None) -> None:
    assert until(NIGHT, at) == ends


def test_a_day_of_rest_lasts_from_midnight_to_midnight() -> None:
    assert until(SUNDAYS, berlin(2026, 11, 21, 23, 59)) is None
    assert until(SUNDAYS, berlin(2026, 11, 22, 0, 0)) == berlin(2026, 11, 23)
    assert until(SUNDAYS, berlin(2026, 11, 23, 0, 0)) is None


def test_rest_and_nights_that_touch_are_one_quiet_time() -> None:
    both = Hours("Europe/Berlin", 22 * 60, 7 * 60, rest_day=6)
    assert until(both, berlin(2026, 11, 21, 22, 30)) == berlin(2026, 11, 23, 7, 0)


def test_no_hours_are_no_quiet_time() -> None:
    now = berlin(2026, 11, 22)
    for hours in (Hours(), Hours("Europe/Berlin", 60, 60), Hours("Mars/Olympus_Mons")):
        assert hours.quiet_until(now) is None
        assert list(hours.spans(0)) == []


def test_a_time_zone_that_is_gone_is_world_time() -> None:
    hours = Hours("Mars/Olympus_Mons", 22 * 60, 7 * 60)
    assert hours.quiet_until(datetime(2026, 1, 1, 23, tzinfo=UTC)) == datetime(
        2026, 1, 2, 7, tzinfo=UTC
    )


def test_a_night_is_shorter_or_longer_with_the_clock_change() -> None:
    """A night is shorter when the clock is put forward, and longer when it is put back."""
    begins, ends = first_span(NIGHT, berlin(2026, 3, 28, 21))
    assert (begins, ends) == (berlin(2026, 3, 28, 22), berlin(2026, 3, 29, 7))
    assert ends.astimezone(UTC) - begins.astimezone(UTC) == timedelta(hours=8)
    begins, ends = first_span(NIGHT, berlin(2026, 10, 24, 21))
    assert ends.astimezone(UTC) - begins.astimezone(UTC) == timedelta(hours=10)


def test_what_the_clock_skips_is_as_much_later() -> None:
    # 29 March 2026: after 01:59 the clock shows 03:00.
    ends_in_it = Hours("Europe/Berlin", 22 * 60, 2 * 60 + 30)
    assert until(ends_in_it, berlin(2026, 3, 29, 1)) == berlin(2026, 3, 29, 3, 30)
    begins_in_it = Hours("Europe/Berlin", 2 * 60 + 30, 7 * 60)
    assert first_span(begins_in_it, berlin(2026, 3, 29, 1)) == (
        berlin(2026, 3, 29, 3, 30),
        berlin(2026, 3, 29, 7),
    )
    half_in_it = Hours("Europe/Berlin", 2 * 60 + 30, 3 * 60)
    # It begins after its end, so that day has no such quiet time.
    assert first_span(half_in_it, berlin(2026, 3, 29, 0))[0] == berlin(2026, 3, 30, 2, 30)


def test_an_hour_that_comes_twice_is_quiet_both_times() -> None:
    """The time is quiet from the first minute of the first hour to the last of the second."""
    # 25 October 2026: after 02:59 the clock shows 02:00 again.
    doubled = Hours("Europe/Berlin", 2 * 60, 2 * 60 + 30)
    begins, ends = first_span(doubled, berlin(2026, 10, 25, 1))
    assert begins.astimezone(UTC) == datetime(2026, 10, 25, 0, 0, tzinfo=UTC)
    assert ends.astimezone(UTC) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    between = berlin(2026, 10, 25, 2, 45)  # the first 02:45
    assert doubled.quiet_until(between) == ends.astimezone(UTC)


minutes = st.integers(0, DAY - 1)


@given(
    zone=st.sampled_from(["Europe/Berlin", "Asia/Kolkata", "America/Havana", "Pacific/Apia", ""]),
    begins=minutes,
    length=st.integers(1, 16 * 60),
    rest=st.none() | st.integers(0, 6),
    at=st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC)),
)
def test_quiet_time_ends_and_what_follows_is_not_quiet(
    zone: str, begins: int, length: int, rest: int | None, at: datetime
) -> None:
    hours = Hours(zone, begins, (begins + length) % DAY, rest)
    ends = hours.quiet_until(at)
    if ends is not None:
        assert at < ends <= at + timedelta(days=3)
        assert hours.quiet_until(ends) is None
    spans = hours.spans(round(at.timestamp() * 1000))
    found = [next(spans) for _ in range(5)]
    assert all(begin < end for begin, end in found)


def fields(**changed: str) -> dict[str, str]:
    return {"name": "Alice", "theme": "auto", "language": "", "time_zone": ""} | changed


@pytest.mark.django_db
def test_two_tabs_choose_different_things_and_both_are_kept() -> None:
    """A request changes only the values that it names, and keeps those of another tab."""
    alice = cast.alice()
    one, another = User.objects.get(pk=alice.pk), User.objects.get(pk=alice.pk)
    set_preferences(one, language="de", rest_day=2)
    set_preferences(another, browser_zone="Asia/Tokyo")
    assert (another.language, another.rest_day) == ("de", 2)
    alice.refresh_from_db()
    assert (alice.language, alice.rest_day, alice.browser_zone) == ("de", 2, "Asia/Tokyo")


@pytest.mark.django_db
def test_hours_are_kept_and_shown_again() -> None:
    alice = cast.alice()
    browser = cast.browser(alice)
    sent = fields(time_zone="Europe/Berlin", quiet_from="22:00", quiet_until="07:30", rest_day="0")
    assert browser.post(PREFERENCES, sent).status_code == HTTPStatus.FOUND
    alice.refresh_from_db()
    assert alice.hours == Hours("Europe/Berlin", 22 * 60, 7 * 60 + 30, 0)
    page = browser.get(PREFERENCES).content.decode()
    assert 'value="22:00"' in page
    assert '<option value="0" selected>Monday' in page
    assert browser.post(PREFERENCES, fields()).status_code == HTTPStatus.FOUND
    alice.refresh_from_db()
    assert alice.hours.is_empty


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"quiet_from": "22:00"}, "both"),
        ({"quiet_until": "07:00"}, "both"),
        ({"quiet_from": "25:00", "quiet_until": "07:00"}, "Enter a time, such as 20:15."),
        ({"quiet_from": "soon", "quiet_until": "later"}, "Enter a time, such as 20:15."),
        ({"quiet_from": "\x00", "quiet_until": "07:00"}, "Enter a time, such as 20:15."),
        ({"quiet_from": "08:00", "quiet_until": "07:00"}, "up to 16 hours"),
        ({"rest_day": "7"}, "Choose one of these."),
        ({"rest_day": "-1"}, "Choose one of these."),
        ({"rest_day": "x" * 500}, "Choose one of these."),
    ],
)
def test_bad_hours_change_nothing_and_say_why(wrong: dict[str, str], says: str) -> None:
    alice = cast.alice()
    answer = cast.browser(alice).post(PREFERENCES, fields(**wrong))
    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert says in page
    links = re.findall(r'<a href="#(id_\w+)">', page)
    assert links
    assert all(f'id="{field}"' in page for field in links)
    typed = [value for name, value in wrong.items() if name != "rest_day" and "\x00" not in value]
    assert all(f'value="{value}"' in page for value in typed)
    assert User.objects.get(pk=alice.pk).hours.is_empty


@pytest.mark.django_db
def test_equal_hours_are_none() -> None:
    alice = cast.alice()
    cast.browser(alice).post(PREFERENCES, fields(quiet_from="08:00", quiet_until="08:00"))
    alice.refresh_from_db()
    assert (alice.quiet_from, alice.quiet_until) == (None, None)


@pytest.mark.django_db
def test_former_hours_are_remembered_for_a_while() -> None:
    alice, day = cast.alice(), 24 * 3_600_000
    with clock.stopped(day):
        set_preferences(alice, quiet_from=60, quiet_until=120)
        set_preferences(alice, quiet_from=60, quiet_until=120)
    with clock.stopped(2 * day):
        set_preferences(alice, time_zone="Asia/Tokyo")
    assert [row["until_ms"] for row in alice.hours_before] == [day, 2 * day]
    assert Hours.from_dump(
        {k: v for k, v in alice.hours_before[1].items() if k != "until_ms"}
    ) == Hours("", 60, 120)
    with clock.stopped(91 * day + 1):
        set_preferences(alice, rest_day=2)
    alice.refresh_from_db()
    assert [row["until_ms"] for row in alice.hours_before] == [2 * day, 91 * day + 1]
