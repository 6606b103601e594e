"""Guesses at the same time are as many as guesses one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from threading import Barrier
from typing import Any

import pytest
from allauth.mfa.totp.internal import auth
from django.db import connections
from django.test import Client
from django.urls import reverse

from accounts import limits
from accounts.models import User
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db(transaction=True)

TRIED = HTTPStatus.UNPROCESSABLE_ENTITY
TOO_OFTEN = HTTPStatus.TOO_MANY_REQUESTS
MANY = 20


def at_once(guess: Callable[[Client], int], guessers: list[Client]) -> Counter[int]:
    """What they are answered who all guess in the same moment."""
    ready = Barrier(len(guessers))

    def work(guesser: Client) -> int:
        try:
            ready.wait()
            return guess(guesser)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(guessers)) as pool:
        return Counter(pool.map(work, guessers))


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
