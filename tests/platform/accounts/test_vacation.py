"""Vacations: a budget of days, a page, and clear refusals."""

from __future__ import annotations

from datetime import UTC, date, datetime
from http import HTTPStatus

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User, Vacation
from accounts.services import vacation
from core import clock
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db
PAGE = "/preferences/vacation/"


def at(*when: int) -> int:
    return round(datetime(*when, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type,misc]


NOON = at(2026, 11, 20, 12)


def day(number: int, month: int = 11, year: int = 2026) -> date:
    return date(year, month, number)


def test_a_vacation_begins_at_once_or_later_and_lasts_whole_days() -> None:
    alice = cast.alice()
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Berlin")
    alice.refresh_from_db()
    with clock.stopped(NOON):
        now = vacation.go_away(alice, day(20), day(20))
        later = vacation.go_away(alice, day(23), day(24))
        assert vacation.vacations_of(alice) == [now, later]
        assert vacation.days_left(alice, 2026) == 25
    assert (now.begins_ms, now.ends_ms) == (NOON, at(2026, 11, 20, 23))
    assert (later.begins_ms, later.ends_ms) == (at(2026, 11, 22, 23), at(2026, 11, 24, 23))


def test_who_is_back_early_has_the_other_days_again() -> None:
    alice, bob = cast.alice(), cast.bob()
    with clock.stopped(NOON):
        away = vacation.go_away(alice, day(20), day(29))
        later = vacation.go_away(alice, day(1, 12), day(2, 12))
        vacation.come_back(bob, away.pk)
        vacation.come_back(alice, later.pk)
        assert vacation.vacations_of(alice) == [away]
    with clock.stopped(NOON + 24 * 3_600_000):
        vacation.come_back(alice, away.pk)
        vacation.come_back(alice, away.pk)
        assert vacation.vacations_of(alice) == []
        assert vacation.days_left(alice, 2026) == 26
        # The day on which it ended counts as used.
        vacation.go_away(alice, day(21), day(22))
        assert vacation.days_left(alice, 2026) == 25


def test_each_year_has_its_own_days() -> None:
    alice = cast.alice()
    with clock.stopped(NOON):
        vacation.go_away(alice, day(20, 12), day(10, 1, 2027))
        assert vacation.days_left(alice, 2026) == 16
        assert vacation.days_left(alice, 2027) == 18
        with pytest.raises(ValidationError, match="You have 16 days of vacation left in 2026"):
            vacation.go_away(alice, day(20), day(8, 12))
        vacation.go_away(alice, day(20), day(5, 12))
        assert vacation.days_left(alice, 2026) == 0


@pytest.mark.parametrize(
    ("first", "last", "says"),
    [
        (day(25), day(24), "before the first"),
        (day(19), day(25), "That day is over"),
        (day(20), day(31, 12), "28 days of vacation left"),
        (day(22), day(26), "a vacation from 23 Nov 2026 to 24 Nov 2026"),
        (day(23), day(23), "already"),
        (day(20), date(9999, 12, 31), "too far ahead"),
        (date(9999, 12, 31), date(9999, 12, 31), "too far ahead"),
        (date(1, 1, 1), day(25), "That day is over"),
    ],
)
def test_what_cannot_be_is_refused_in_words(first: date, last: date, says: str) -> None:
    alice = cast.alice()
    with clock.stopped(NOON):
        if says != "28 days of vacation left":
            vacation.go_away(alice, day(23), day(24))
        answer = cast.browser(alice).post(PAGE, {"first": str(first), "last": str(last)})
        page = answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert says in page
    assert f'value="{first}"' in page
    assert Vacation.objects.filter(user=alice).count() == (says != "28 days of vacation left")


@pytest.mark.parametrize("typed", ["", "soon", "2026-13-01", "\x00", "9" * 400])
def test_what_is_no_day_is_refused_in_words(typed: str) -> None:
    answer = cast.browser(cast.alice()).post(PAGE, {"first": typed, "last": "2026-11-25"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "field__errors" in answer.content.decode()


def test_the_page_plans_and_takes_back() -> None:
    browser = cast.browser(cast.alice())
    with clock.stopped(NOON):
        answer = browser.post(PAGE, {"first": "2026-11-20", "last": "2026-11-21"})
        assert answer.status_code == HTTPStatus.FOUND
        page = browser.get(PAGE).content.decode()
        assert "26 days left in 2026" in page
        assert "28 days left in 2027" in page
        assert "I am back" in page
        (planned,) = Vacation.objects.all()
        browser.post(PAGE + "back/", {"which": str(planned.pk)})
        assert "I am back" not in browser.get(PAGE).content.decode()


@pytest.mark.parametrize("which", ["", "x", "-1", "9" * 30, "²"])
def test_to_be_back_from_nowhere_changes_nothing(which: str) -> None:
    answer = cast.browser(cast.alice()).post(PAGE + "back/", {"which": which})
    assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, PAGE)


def test_a_stranger_signs_in_first() -> None:
    for address in (PAGE, PAGE + "back/"):
        assert cast.browser().post(address)["Location"].startswith("/sign-in/")
