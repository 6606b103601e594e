"""Tokens: shown once, stored as digests, and revoked with the account's access."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.services import revoke_access
from accounts.services.delete_account import delete_account
from api import limits
from api.models import Scope, Token
from api.services import tokens
from core import clock
from core.rate_limits import Limit
from tests.platform.accounts.cast import browser, show_password
from tests.platform.api.programs import Program, token_of
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/preferences/tokens/"


def opens(text: str) -> bool:
    return bool(Program(text).get("mine").status_code == 200)


def test_a_token_is_made_on_a_page_and_shown_once(alice: User) -> None:
    client = show_password(browser(alice), alice)
    page = client.post(PAGE, {"name": "my script", "scopes": ["read"]}).content.decode()
    (text,) = [part for part in page.split('"') if part.startswith(tokens.PREFIX)]
    assert opens(text)
    again = client.get(PAGE).content.decode()
    assert "my script" in again
    assert text not in again
    kept = Token.objects.get()
    assert text not in repr(vars(kept))
    assert kept.used_at is not None
    assert kept.used_from == "127.0.0.1"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": "", "scopes": ["read"]}, "required"),
        ({"name": "x" * 41, "scopes": ["read"]}, "40"),
        ({"name": "script"}, "Choose what the token is allowed to do."),
        ({"name": "script", "scopes": ["rule"]}, "Choose one of these."),
    ],
)
def test_a_wrong_form_loses_nothing(alice: User, typed: dict[str, Any], said: str) -> None:
    answer = show_password(browser(alice), alice).post(PAGE, typed)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert typed["name"][:40] in answer.content.decode()
    assert not Token.objects.exists()


def test_a_token_is_revoked_by_its_owner_alone(alice: User) -> None:
    text = token_of(alice)
    token = Token.objects.get()
    address = f"{PAGE}{token.pk}/revoke/"
    assert browser(person("Bob")).post(address).status_code == 404
    assert opens(text)
    client = browser(alice)
    assert "a program" in client.get(address).content.decode()
    client.post(address)
    assert not opens(text)


def test_there_are_not_too_many(alice: User) -> None:
    for _ in range(tokens.MOST):
        token_of(alice)
    answer = show_password(browser(alice), alice).post(
        PAGE, {"name": "one more", "scopes": ["read"]}
    )
    assert answer.status_code == 422
    assert "enough tokens" in answer.content.decode()
    assert Token.objects.count() == tokens.MOST


def test_a_token_dies_with_the_ban_and_stays_dead(alice: User) -> None:
    text = token_of(alice)
    revoke_access.ban_user(alice)
    assert not opens(text)
    revoke_access.unban_user(alice)
    assert not opens(text)


def test_a_token_dies_with_the_password(alice: User) -> None:
    text = token_of(alice)
    alice.set_password("another long enough one")
    alice.save()
    assert not opens(text)


def test_a_token_dies_with_the_account(alice: User) -> None:
    text = token_of(alice)
    delete_account(alice)
    assert not opens(text)
    assert not Token.objects.exists()


def test_signing_out_leaves_programs_alone(alice: User) -> None:
    text = token_of(alice)
    browser(alice).post("/sign-out/")
    assert opens(text)


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer ", "Bearer nightcap_x", "Basic eA==", "nightcap_x", "Bearer \udcff"],
)
def test_what_is_no_token_is_no_stranger_either(header: str) -> None:
    """An invalid token is refused, not treated as a stranger."""
    answer = Program(Authorization=header).get("games")
    code = "wrong_token" if header.startswith("Bearer") else "no_token"
    assert (answer.status_code, answer.json()["code"]) == (401, code)
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_does_what_it_is_for(alice: User) -> None:
    program = Program(token_of(alice, Scope.PLAY))
    answer = program.get("mine")
    assert (answer.status_code, answer.json()["code"]) == (403, "missing_scope")
    assert "read" in answer.json()["sentence"]


def test_no_token_opens_a_page(alice: User) -> None:
    program = Program(token_of(alice))
    page = program.client.get("/preferences/data/", headers=program.headers)
    assert page.status_code == 302


def test_who_asks_too_often_is_told_when_to_come_back(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REQUESTS", Limit("api-test", most=2, seconds=60))
    program, other = Program(token_of(alice)), Program(token_of(person("Bob")))
    answers = [program.get("games") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["code"] == "too_many_requests"
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60
    assert other.get("games").status_code == 200


def test_who_tries_tokens_out_is_counted_as_a_stranger(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGERS", Limit("api-strangers-test", most=2, seconds=60))
    wrong = Program("nightcap_wrong")
    assert [wrong.get("games").status_code for _ in range(3)] == [401, 401, 429]
    assert Program().get("games").status_code == 429
    assert Program(token_of(alice)).get("games").status_code == 200


def test_when_it_was_used_is_noted_now_and_then(alice: User) -> None:
    text = token_of(alice)
    assert opens(text)
    first = Token.objects.get().used_at
    assert opens(text)
    assert Token.objects.get().used_at == first
    with clock.stopped(clock.now_ms() + round(timedelta(hours=1).total_seconds() * 1000)):
        assert opens(text)
    assert first is not None
    assert Token.objects.get().used_at > first  # type: ignore[operator]  # it was used


def test_guests_are_asked_for_an_account() -> None:
    gus = User.objects.create_guest("Gus", language="en")
    assert browser(gus).get(PAGE).headers["Location"] == "/sign-up/"
    assert browser().get(PAGE).headers["Location"].startswith("/sign-in/")
