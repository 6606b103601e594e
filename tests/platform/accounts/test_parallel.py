"""Rate limits count concurrent attempts like sequential ones."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest
from allauth.mfa.totp.internal import auth
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import limits
from accounts.models import Export, User
from core.rate_limits import Limit
from core.signals import said
from friends.models import Friendship
from friends.services import friendship
from leagues.models import League
from leagues.season import access
from matches import limits as limits_of_tables
from matches.models import Match, Message
from matches.services import talk
from moderation.models import Report
from moderation.reports.services import file_report
from notifications import views as notices
from notifications.models import Channel, Delivery
from notifications.services import channels
from tests.platform import parallel
from tests.platform.accounts import cast
from tests.platform.leagues.test_organising import written
from tests.platform.matches.cast import dealt
from tests.platform.notifications.cast import Browser

pytestmark = pytest.mark.django_db(transaction=True)

TRIED = HTTPStatus.UNPROCESSABLE_ENTITY
TOO_OFTEN = HTTPStatus.TOO_MANY_REQUESTS
MANY = 20


def at_once(guess: Callable[[Client], int], guessers: list[Client]) -> Counter[int]:
    """Send guesses at the same moment; count the answers of each kind."""
    return Counter(parallel.at_once(guess, guessers))


FEW = 7
"""A reduced limit, because tests cannot run more threads."""


def test_passwords_at_a_sign_in() -> None:
    cast.alice()
    fields = {"login": "Alice", "password": "wrong"}
    answers = at_once(
        lambda one: one.post(reverse("accounts:sign_in"), fields).status_code,
        [cast.browser() for _ in range(MANY)],
    )
    most = limits.SIGN_INS_HERE.most
    assert answers == {TRIED: most, TOO_OFTEN: MANY - most}


def test_codes_of_a_second_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = cast.alice()
    cast.second_factor(alice)
    tried = []
    judge = auth.validate_totp_code

    def counted(secret: str, code: str) -> bool:
        tried.append(code)
        return judge(secret, code)

    monkeypatch.setattr(auth, "validate_totp_code", counted)
    guessers = [cast.browser() for _ in range(MANY)]
    for guesser in guessers:
        guesser.post(reverse("accounts:sign_in"), {"login": "Alice", "password": cast.PASSWORD})
    answers = at_once(
        lambda one: one.post(reverse("accounts:sign_in_code"), {"code": "000000"}).status_code,
        guessers,
    )
    most = limits.CODES.most
    assert answers == {TRIED: most, TOO_OFTEN: MANY - most}
    assert len(tried) == most


def test_passwords_of_somebody_who_is_signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = cast.alice()
    tried = []
    judge = User.check_password

    def counted(user: User, typed: str) -> Any:
        tried.append(typed)
        return judge(user, typed)

    monkeypatch.setattr(User, "check_password", counted)
    fields = {
        "oldpassword": "wrong",
        "password1": "a new lamp here",
        "password2": "a new lamp here",
    }
    answers = at_once(
        lambda one: one.post(reverse("accounts:change_password"), fields).status_code,
        [cast.browser(alice) for _ in range(MANY)],
    )
    most = limits.PASSWORDS.most
    assert answers == {TRIED: most, TOO_OFTEN: MANY - most}
    assert len(tried) == most


def test_who_is_right_is_not_counted() -> None:
    cast.alice()
    fields = {"login": "Alice", "password": cast.PASSWORD}
    for _ in range(2):
        answers = at_once(
            lambda one: one.post(reverse("accounts:sign_in"), fields).status_code,
            [cast.browser() for _ in range(limits.SIGN_INS_HERE.most)],
        )
        assert answers == {HTTPStatus.FOUND: limits.SIGN_INS_HERE.most}


def test_new_guests_and_new_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GUESTS", Limit("guests", most=FEW))
    address = reverse("lobby:play_now", args=["sleeping_queens"])
    limited = {HTTPStatus.FOUND: FEW, TOO_OFTEN: MANY - FEW}
    strangers = [cast.browser() for _ in range(MANY)]
    assert at_once(lambda one: one.post(address).status_code, strangers) == limited
    assert User.objects.count() == Match.objects.count() == FEW

    monkeypatch.setattr(limits_of_tables, "TABLES_OPENED", Limit("tables", most=FEW))
    host = cast.alice()
    pages = [cast.browser(host) for _ in range(MANY)]
    assert at_once(lambda one: one.post(address).status_code, pages) == limited
    assert Match.objects.filter(host=host).count() == FEW


def test_new_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SIGN_UPS", Limit("sign-ups", most=FEW))
    numbers = itertools.count()

    def sign_up(one: Client) -> int:
        typed = {"username": f"Carol {next(numbers)}"}
        typed |= {"password1": cast.PASSWORD, "password2": cast.PASSWORD}
        return one.post(reverse("accounts:sign_up"), typed).status_code

    answers = at_once(sign_up, [cast.browser() for _ in range(MANY)])
    assert answers == {HTTPStatus.FOUND: FEW, TOO_OFTEN: MANY - FEW}
    assert User.objects.count() == FEW


def test_mails_with_a_way_to_a_new_password(settings: Any) -> None:
    settings.CAN_MAIL = True
    cast.alice()
    fields = {"email": "alice@example.org"}
    answers = at_once(
        lambda one: one.post(reverse("accounts:forgotten_password"), fields).status_code,
        [cast.browser() for _ in range(MANY)],
    )
    most = limits.MAILS_TO.most
    assert answers == {HTTPStatus.FOUND: most, TOO_OFTEN: MANY - most}
    assert len(mail.outbox) == most


def test_what_somebody_says_at_all_tables() -> None:
    alice, bob = cast.alice(), cast.bob()
    tables = itertools.cycle([dealt(alice, bob), dealt(alice, bob)])
    numbers = itertools.count()

    def say(one: Client) -> int:
        number = next(numbers)
        address = reverse("matches:say_at_table", args=[next(tables).pk])
        return one.post(
            address,
            {"text": f"Number {number}", "key": f"k{number}"},
            headers={"Accept": "application/json"},
        ).status_code

    def take_time(**_: Any) -> None:
        time.sleep(0.05)

    said.connect(take_time)  # before each commit: time for other attempts to count
    try:
        answers = at_once(say, [cast.browser(alice) for _ in range(MANY)])
    finally:
        said.disconnect(take_time)
    assert answers == {HTTPStatus.OK: talk.MOST, TOO_OFTEN: MANY - talk.MOST}
    assert Message.objects.filter(author=alice).count() == talk.MOST


def test_reports_to_the_staff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_report, "REPORTS", Limit("reports", most=FEW))
    alice, bob = cast.alice(), cast.bob()
    address = f"{reverse('moderation:file_report')}?about={bob.name}"
    fields = {"who": bob.pk, "kind": Report.Kind.BEHAVIOUR, "text": "Rude."}
    answers = at_once(
        lambda one: one.post(address, fields).status_code,
        [cast.browser(alice) for _ in range(MANY)],
    )
    assert answers == {HTTPStatus.FOUND: FEW, TOO_OFTEN: MANY - FEW}
    assert Report.objects.count() == FEW


def test_leagues_of_one_player() -> None:
    """A lock of the player makes concurrent requests create no more leagues than the limit."""
    founder, numbers = cast.alice(), itertools.count()

    def found(one: Client) -> int:
        return one.post("/leagues/new/", written(name=f"League {next(numbers)}")).status_code

    answers = at_once(found, [cast.browser(founder) for _ in range(12)])
    assert answers == {
        HTTPStatus.FOUND: access.MOST_LEAGUES,
        HTTPStatus.CONFLICT: 12 - access.MOST_LEAGUES,
    }
    assert League.objects.filter(organisers=founder).count() == access.MOST_LEAGUES


def test_open_friend_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock of the asker makes concurrent requests stay within the limit."""
    monkeypatch.setattr(friendship, "MOST_OPEN", FEW)
    alice = cast.alice()
    others = iter([User.objects.create_guest(f"Gus {n}", language="en") for n in range(MANY)])

    def ask(one: Client) -> int:
        return one.post(reverse("friends:ask"), {"name": next(others).name}).status_code

    answers = at_once(ask, [cast.browser(alice) for _ in range(MANY)])
    assert answers == {HTTPStatus.FOUND: FEW, TOO_OFTEN: MANY - FEW}
    assert Friendship.objects.filter(asker=alice).count() == FEW


def test_trials_browsers_and_exports() -> None:
    """These pages answer refusals with a message and a redirect, so the test counts the results."""
    alice = cast.alice()
    pages = [cast.browser(alice) for _ in range(MANY)]

    webhook = channels.set_webhook(alice, "https://hooks.example/abc", "raw")
    address = reverse("notifications:try_channel", args=[webhook.pk])
    at_once(lambda one: one.post(address).status_code, pages)
    assert Delivery.objects.filter(user=alice).count() == notices.TRIALS.most

    numbers, device = itertools.count(), Browser()

    def subscribe(_: Client) -> int:
        return device.subscribed(alice, f"https://push.example/{next(numbers)}").pk

    at_once(subscribe, pages)
    browsers = Channel.objects.filter(medium=Channel.Medium.PUSH)
    assert browsers.count() == channels.MOST_BROWSERS

    address = reverse("accounts:personal_data")
    for page in pages:
        cast.show_password(page, alice)
    at_once(lambda one: one.post(address).status_code, pages)
    assert Export.objects.filter(file=None).count() == 1
