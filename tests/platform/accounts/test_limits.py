"""Rate limits and presence: counting, a failure of the counters, and the last visit."""

from __future__ import annotations

import logging
from datetime import date, timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.utils import timezone

from accounts import limits
from accounts.models import User
from accounts.services.anonymise_user import anonymise_user
from accounts.tasks import clear_sessions
from core import rate_limits
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

NOW = "/play/sleeping_queens/"


@pytest.mark.usefixtures("_valkey_away")
def test_without_the_counters_everybody_gets_in(caplog: pytest.LogCaptureFixture) -> None:
    cast.alice()
    with caplog.at_level(logging.WARNING):
        for fields, status in (
            ({"login": "Alice", "password": "wrong"}, HTTPStatus.UNPROCESSABLE_ENTITY),
            ({"login": "Alice", "password": cast.PASSWORD}, HTTPStatus.FOUND),
        ):
            assert cast.browser().post("/sign-in/", fields).status_code == status
        guest = cast.browser()
        assert guest.post(NOW).status_code == HTTPStatus.FOUND
        assert guest.get("/").wsgi_request.user.is_guest  # type: ignore[union-attr]  # somebody is signed in
        typed = {"username": "Carol", "password1": cast.PASSWORD, "password2": cast.PASSWORD}
        assert guest.post("/sign-up/", typed).status_code == HTTPStatus.FOUND
        assert guest.get("/").wsgi_request.user.name == "Carol"  # type: ignore[union-attr]  # somebody is signed in
    assert "the broker is away: no rate limit is applied" in caplog.messages


def test_too_many_guests_from_one_place_have_to_wait() -> None:
    for _ in range(limits.GUESTS.most):
        rate_limits.take_attempts(limits.GUESTS.counter("127.0.0.1"))
    answer = cast.browser().post(NOW)
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "wait a quarter of an hour" in answer.content.decode()
    assert not User.objects.exists()
    elsewhere = cast.browser()
    elsewhere.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert elsewhere.post(NOW).status_code == HTTPStatus.FOUND


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::4", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("nonsense", ""),
    ],
)
def test_all_addresses_of_a_home_are_one(rf: Any, address: str, counted: str) -> None:
    assert rate_limits.client_network(rf.get("/", REMOTE_ADDR=address)) == counted


def test_another_address_within_a_home_gets_no_more_guests() -> None:
    for number in range(limits.GUESTS.most + 1):
        stranger = cast.browser()
        stranger.defaults["REMOTE_ADDR"] = f"2001:db8::{number:x}"
        answer = stranger.post(NOW)
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert User.objects.count() == limits.GUESTS.most


def test_what_does_not_count_is_given_back() -> None:
    """If one counter is full, the others stay unchanged."""
    one, two = rate_limits.Limit("one", most=1), rate_limits.Limit("two", most=3)
    with rate_limits.counted_attempt(one.counter("a"), two.counter("a")):
        assert not rate_limits.take_attempts(one.counter("a"))
    with rate_limits.counted_attempt(one.counter("a"), two.counter("a")) as attempt:
        attempt.counts = True
    for _ in range(5):
        assert not rate_limits.take_attempts(one.counter("a"), two.counter("a"))
    assert [rate_limits.take_attempts(two.counter("a")) for _ in range(3)] == [True, True, False]
    assert rate_limits.take_attempts(one.counter("b"))
    rate_limits.give_attempts_back(
        two.counter("b")
    )  # it expired meanwhile, so there is nothing to undo
    assert [rate_limits.take_attempts(two.counter("b")) for _ in range(4)] == [
        True,
        True,
        True,
        False,
    ]


def test_what_people_typed_does_not_lie_in_the_cache() -> None:
    rate_limits.take_attempts(limits.SIGN_INS_AS.counter("a secret typed in the wrong field"))
    backend: Any = cache
    (key,) = backend._cache.get_client().keys("*limit*")
    assert b"secret" not in key


def test_who_is_here_is_noted_once_a_day_and_stays_signed_in() -> None:
    alice = cast.alice()
    browser = cast.browser(alice)
    User.objects.update(seen_on=date(2020, 1, 1))
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1))
    browser.get("/")
    assert User.objects.get(pk=alice.pk).seen_on == timezone.now().date()
    renewed = Session.objects.get().expire_date
    assert renewed > timezone.now() + timedelta(days=59)
    browser.get("/")
    assert Session.objects.get().expire_date == renewed


def test_sessions_that_ran_out_are_cleared() -> None:
    cast.browser(cast.alice())
    clear_sessions()
    assert Session.objects.count() == 1
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    clear_sessions()
    assert not Session.objects.exists()


def test_nothing_is_left_of_a_forgotten_guest_but_a_number() -> None:
    gus = cast.gus()
    browser = cast.browser(gus)
    User.objects.create_user(f"Guest {gus.pk}")  # created directly: no form would accept it
    anonymise_user(gus)
    assert (gus.name, gus.is_active, gus.epoch) == (f"Guest {gus.pk}-2", False, 2)
    assert not browser.get("/").wsgi_request.user.is_authenticated
    assert cast.gus().name == "Gus"  # another guest may have the name now


def test_what_language_the_browser_asks_for_is_noted() -> None:
    alice = cast.alice()
    browser = cast.browser(alice)
    for asked, noted in (("de-AT,de;q=0.9", "de"), ("", "en")):
        browser.get("/", headers={"accept-language": asked})
        assert User.objects.get(pk=alice.pk).browser_language == noted
