"""Sign-up: from nothing or as a guest, and its refusals."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import limits
from accounts.forms.sign_in import SAID_BY_ALLAUTH
from accounts.models import User
from accounts.services.sign_up import sign_up
from core import rate_limits
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

SIGN_UP = "/sign-up/"


@pytest.fixture(autouse=True)
def _mails_go_out(settings: Any) -> None:
    settings.CAN_MAIL = True


def fill_in(browser: Client, **typed: str) -> Any:
    fields = {
        "username": "Carol",
        "email": "carol@example.org",
        "password1": cast.PASSWORD,
        "password2": cast.PASSWORD,
    }
    return browser.post(SIGN_UP, fields | typed)


def test_signing_up_signs_in_and_sends_a_mail() -> None:
    browser = cast.browser()
    answer = fill_in(browser, username=" Carol  Ann ", email="Carol@Example.org")
    assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, "/")
    carol = User.objects.get(name="Carol Ann")
    assert browser.get("/").wsgi_request.user == carol
    assert (carol.is_guest, carol.email, carol.epoch) == (False, "carol@example.org", 1)
    assert carol.check_password(cast.PASSWORD)
    address = EmailAddress.objects.get(user=carol)
    assert (address.email, address.primary, address.verified) == (carol.email, True, False)
    (letter,) = mail.outbox
    assert letter.to == ["carol@example.org"]
    assert "Carol Ann" in letter.body
    assert "http://testserver/address/" in letter.body


def test_the_address_may_be_left_out() -> None:
    assert fill_in(cast.browser(), email="").status_code == HTTPStatus.FOUND
    assert User.objects.get(name="Carol").email == ""
    assert (mail.outbox, EmailAddress.objects.count()) == ([], 0)


def test_a_server_without_mail_asks_for_no_address(settings: Any) -> None:
    settings.CAN_MAIL = False
    browser = cast.browser()
    assert 'name="email"' not in browser.get(SIGN_UP).content.decode()
    assert fill_in(browser).status_code == HTTPStatus.FOUND
    assert (User.objects.get(name="Carol").email, mail.outbox) == ("", [])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"username": "Alice"}, "is already taken"),
        ({"username": "Al1ce"}, "is already taken"),
        ({"username": "B\u043eb"}, "Latin letters"),
        ({"username": "Nox"}, "is reserved"),
        ({"username": "Admin 3"}, "is reserved"),
        ({"username": ""}, "Fill in this field."),
        ({"username": "A"}, "2 to 24 characters"),
        ({"username": "x" * 5000}, "At most 24 characters"),
        ({"username": "Car\x00ol"}, "invisible character"),
        ({"email": "nonsense"}, "Enter an email address"),
        ({"email": "a" * 400 + "@example.org"}, "At most"),
        ({"password1": "short", "password2": "short"}, "at least 10 characters"),
        ({"password1": "0123456789123", "password2": "0123456789123"}, "These are only digits."),
        ({"password1": "password123", "password2": "password123"}, "Many people use this password"),
        ({"username": "Carolinchen", "password1": "carolinchen1", "password2": "carolinchen1"}, "too much like your name"),
        ({"password2": "something else"}, SAID_BY_ALLAUTH[0]),
        ({"password1": "", "password2": ""}, "Fill in this field."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_and_the_rest_stays(wrong: dict[str, str], sentence: str) -> None:
    cast.alice()
    answer = fill_in(cast.browser(), **wrong)
    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sentence in page
    assert "field__errors" in page
    typed = {"username": "Carol", "email": "carol@example.org"} | wrong
    for name in ("username", "email"):
        if typed[name] and "\x00" not in typed[name]:
            assert f'value="{typed[name]}"' in page
    assert cast.PASSWORD not in page
    assert set(User.objects.values_list("name", flat=True)) == {"Alice"}


def test_a_strangers_address_is_not_given_away() -> None:
    """A known and an unknown address get the same answer and the same mail."""
    alice = cast.alice()
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    answers = [
        fill_in(cast.browser(), username=name, email=email)
        for name, email in (("Carol", "alice@example.org"), ("Dora", "dora@example.org"))
    ]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/")}
    assert [letter.subject for letter in mail.outbox] == ["Welcome to Nightcap"] * 2
    # The address is still Alice's.
    assert User.objects.get_by_natural_key("alice@example.org") == alice


def test_a_guest_becomes_the_account() -> None:
    gus = cast.gus()
    browser = cast.browser(gus)
    session = browser.session
    session["invited"] = ["a match"]
    session.save()
    page = browser.get(SIGN_UP).content.decode()
    assert "Keep your matches" in page
    assert 'value="Gus"' in page
    answer = browser.post(
        SIGN_UP + "?next=/preferences/",
        {"username": "Augustus", "password1": cast.PASSWORD, "password2": cast.PASSWORD},
    )
    assert answer["Location"] == "/preferences/"
    same = User.objects.get(pk=gus.pk)
    assert (same.name, same.is_guest, same.has_usable_password()) == ("Augustus", False, True)
    # Open connections and the values of the session are kept.
    assert same.epoch == gus.epoch
    assert browser.session["invited"] == ["a match"]
    assert browser.get("/").wsgi_request.user == same


def test_a_guest_may_keep_the_name() -> None:
    gus = cast.gus()
    assert fill_in(cast.browser(gus), username="Gus").status_code == HTTPStatus.FOUND
    assert not User.objects.get(pk=gus.pk).is_guest


def test_a_guest_signs_up_once() -> None:
    gus = cast.gus()
    sign_up(gus, "Augustus", cast.PASSWORD)
    with pytest.raises(ValidationError, match="already"):
        sign_up(gus, "Gustav", "another password")  # the second request of a double click
    assert User.objects.get(pk=gus.pk).name == "Augustus"


def test_of_two_who_want_one_name_at_once_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both checks found the name free; the database decides."""
    cast.alice()
    monkeypatch.setattr("accounts.forms.sign_in.check_name", lambda *_, **__: None)
    monkeypatch.setattr("accounts.services.sign_up.check_name", lambda *_, **__: None)
    answer = fill_in(cast.browser(), username="Alice")
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "is already taken" in answer.content.decode()


def test_a_user_with_an_account_needs_no_other() -> None:
    assert cast.browser(cast.alice()).get(SIGN_UP)["Location"] == "/preferences/"


def test_too_many_accounts_from_one_place_have_to_wait() -> None:
    for _ in range(limits.SIGN_UPS.most):
        rate_limits.take_attempts(limits.SIGN_UPS.counter("127.0.0.1"))
    answer = fill_in(cast.browser())
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "wait a quarter of an hour" in answer.content.decode()
    assert 'value="Carol"' in answer.content.decode()
    assert not User.objects.exists()


def test_nobody_loses_an_account_to_a_mail_that_does_not_go_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    browser = cast.browser()
    page = browser.get(fill_in(browser)["Location"]).content.decode()
    assert "The email could not be sent." in page
    assert browser.get("/").wsgi_request.user == User.objects.get(name="Carol")


def test_nobodys_box_is_filled_from_here() -> None:
    for number in range(limits.MAILS_TO.most + 2):
        answer = fill_in(cast.browser(), username=f"Carola {'x' * number}")
        assert answer.status_code == HTTPStatus.FOUND
    assert len(mail.outbox) == limits.MAILS_TO.most
