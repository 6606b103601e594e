"""The second factor: setup, use, and the requirement for staff."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts import limits
from accounts.models import User
from moderation.models import AuditEntry
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

SIGN_IN = "/sign-in/"


def signed_in(user: User) -> Client:
    """A browser that signed in by password, as a user does."""
    page = cast.browser()
    page.post(SIGN_IN, {"login": user.name, "password": cast.PASSWORD})
    return page


def is_in(page: Client) -> bool:
    return bool(page.get("/").wsgi_request.user.is_authenticated)


def test_from_nothing_to_a_second_factor_and_back() -> None:
    alice = cast.alice()
    page = signed_in(alice)
    begin = reverse("accounts:set_up_second_factor")
    asked = page.get(begin)
    assert asked.status_code == HTTPStatus.FOUND
    wrong = page.post(asked["Location"], {"password": "not it"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    back = page.post(asked["Location"], {"password": cast.PASSWORD, "next": begin})
    assert back["Location"] == begin
    shown = page.get(begin)
    secret = shown.context["form"].secret
    assert f">{secret}<" in shown.content.decode()
    assert page.post(begin, {"code": "abc"}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    done = page.post(begin, {"code": cast.code(secret)})
    assert done["Location"] == reverse("accounts:recovery_codes")
    codes = re.findall(r"<code>(\d+)</code>", page.get(done["Location"]).content.decode())
    assert len(codes) == 10
    stored = Authenticator.objects.get(user=alice, type=Authenticator.Type.TOTP)
    assert secret not in str(stored.data)
    page.post(reverse("accounts:new_recovery_codes"))
    assert not set(codes) & set(
        re.findall(r"<code>(\d+)</code>", page.get(done["Location"]).content.decode())
    )
    assert page.post(reverse("accounts:remove_second_factor")).status_code == HTTPStatus.FOUND
    assert not Authenticator.objects.filter(user=alice).exists()


def test_a_sign_in_asks_for_the_code() -> None:
    alice = cast.alice()
    secret = cast.second_factor(alice)
    page = cast.browser()
    answer = page.post(SIGN_IN, {"login": "Alice", "password": cast.PASSWORD})
    assert answer["Location"] == reverse("accounts:sign_in_code")
    assert not is_in(page)
    wrong = page.post(answer["Location"], {"code": "000000x"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not is_in(page)
    page.post(answer["Location"], {"code": cast.code(secret)})
    assert is_in(page)


def test_a_code_is_good_once() -> None:
    alice = cast.alice()
    secret = cast.second_factor(alice)
    code = cast.code(secret)
    for expected in (True, False):
        page = cast.browser()
        page.post(SIGN_IN, {"login": "Alice", "password": cast.PASSWORD})
        page.post(reverse("accounts:sign_in_code"), {"code": code})
        assert is_in(page) is expected


def test_codes_are_not_guessed() -> None:
    secret = cast.second_factor(cast.alice())
    page = cast.browser()
    page.post(SIGN_IN, {"login": "Alice", "password": cast.PASSWORD})
    for _ in range(limits.CODES.most):
        page.post(reverse("accounts:sign_in_code"), {"code": "0"})
    answer = page.post(reverse("accounts:sign_in_code"), {"code": cast.code(secret)})
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert not is_in(page)


def test_without_a_sign_in_there_is_no_code_to_type() -> None:
    assert cast.browser().get(reverse("accounts:sign_in_code"))["Location"] == reverse(
        "accounts:sign_in"
    )


def test_a_guest_comes_through_it_too() -> None:
    secret = cast.second_factor(cast.alice())
    page = cast.browser(cast.gus())
    answer = page.post(SIGN_IN, {"login": "Alice", "password": cast.PASSWORD})
    assert page.get(answer["Location"]).status_code == HTTPStatus.OK
    page.post(answer["Location"], {"code": cast.code(secret)})
    assert page.get("/").wsgi_request.user.name == "Alice"  # type: ignore[union-attr]  # somebody is signed in


def test_guests_and_strangers_have_none() -> None:
    gus = cast.gus()
    for name in (
        "second_factor",
        "set_up_second_factor",
        "remove_second_factor",
        "recovery_codes",
        "new_recovery_codes",
        "reauthenticate",
    ):
        address = reverse(f"accounts:{name}")
        for page in (cast.browser(), cast.browser(gus)):
            answer = page.get(address)
            assert answer.status_code == HTTPStatus.FOUND, name
            assert "/sign-" in answer["Location"]


def test_the_admin_opens_with_a_second_factor_only() -> None:
    sam = cast.sam()
    page = signed_in(sam)
    index = reverse("admin:index")
    answer = page.get(index, follow=True)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "Second factor needed" in answer.content.decode()
    secret = cast.second_factor(sam)
    # It was set up elsewhere, so this session still has to show it.
    answer = page.get(index, follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("accounts:reauthenticate_by_code"))
    done = page.post(answer.redirect_chain[-1][0], {"code": cast.code(secret)}, follow=True)
    assert done.status_code == HTTPStatus.OK
    assert page.get(index).status_code == HTTPStatus.OK


def test_who_is_no_staff_is_not_asked_for_one() -> None:
    page = cast.browser(cast.alice())
    answer = page.get(reverse("admin:index"), follow=True)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "Second factor needed" not in answer.content.decode()


def test_the_page_tells_staff_that_they_need_one() -> None:
    alice = cast.alice()
    page = signed_in(alice)
    address = reverse("accounts:second_factor")
    assert "staff" not in page.get(address).content.decode()
    alice.groups.add(Group.objects.get_or_create(name="moderators")[0])
    assert "You are a member of staff" in page.get(address).content.decode()


def recovery_codes(user: User) -> list[str]:
    return [str(code) for code in RecoveryCodes.activate(user).get_unused_codes()]


def test_under_another_secret_key_a_second_factor_says_so(settings: Any) -> None:
    """Staff can reset it."""
    alice = cast.alice()
    secret = cast.second_factor(alice)
    emergency = recovery_codes(alice)[0]
    settings.SECRET_KEY = "another key, after a backup was played back without it"
    page = cast.browser()
    answer = page.post(SIGN_IN, {"login": "Alice", "password": cast.PASSWORD})
    for code in (cast.code(secret), emergency):
        shown = page.post(answer["Location"], {"code": code})
        assert shown.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert "Ask the people who run it to reset your second factor." in shown.content.decode()
        assert not is_in(page)
    call_command("reset_second_factor", "alice")
    assert is_in(signed_in(alice))
    assert AuditEntry.objects.get().verb == "reset_second_factor"
    assert not Authenticator.objects.exists()


def test_a_reset_needs_somebody_who_has_one() -> None:
    cast.alice()
    with pytest.raises(CommandError, match=r"There is no account named Nobody\."):
        call_command("reset_second_factor", "Nobody")
    with pytest.raises(CommandError, match=r"Alice has no second factor\."):
        call_command("reset_second_factor", "Alice")
    assert not AuditEntry.objects.exists()


def test_everybodys_are_reset_at_once() -> None:
    people = [cast.alice(), cast.bob()]
    for user in people:
        cast.second_factor(user)
        recovery_codes(user)
    call_command("reset_second_factor", all=True)
    assert not Authenticator.objects.exists()
    assert AuditEntry.objects.count() == len(people)


def test_a_recovery_code_stands_in_for_the_phone_once() -> None:
    alice = cast.alice()
    cast.second_factor(alice)
    emergency = recovery_codes(alice)[0]
    for expected in (True, False):
        page = cast.browser()
        answer = page.post(SIGN_IN, {"login": "Alice", "password": cast.PASSWORD})
        page.post(answer["Location"], {"code": emergency})
        assert is_in(page) is expected
