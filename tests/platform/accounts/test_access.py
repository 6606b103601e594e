"""A sign-out, a new password and a ban invalidate open connections."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services import revoke_access
from core.signals import user_revoked
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def heard() -> Iterator[list[tuple[int, int]]]:
    """Collect the sent signals: the user, and the epoch from which connections are valid."""
    news: list[tuple[int, int]] = []

    def listen(*, user_id: int, epoch: int, **_: Any) -> None:
        news.append((user_id, epoch))

    user_revoked.connect(listen)
    yield news
    user_revoked.disconnect(listen)


def test_revoke_raises_the_epoch_and_says_so(heard: list[tuple[int, int]]) -> None:
    alice = cast.alice()
    revoke_access.revoke_connections(alice)
    assert alice.epoch == User.objects.get(pk=alice.pk).epoch == 2
    assert heard == [(alice.pk, 2)]


def test_signing_out_revokes(heard: list[tuple[int, int]]) -> None:
    alice = cast.alice()
    browser = cast.browser(alice)
    assert browser.post(reverse("accounts:sign_out")).status_code == 302
    assert heard == [(alice.pk, 2)]
    assert not browser.get("/").wsgi_request.user.is_authenticated


def test_a_new_password_revokes_and_signs_other_browsers_out(heard: list[tuple[int, int]]) -> None:
    alice = cast.alice()
    here, elsewhere = cast.browser(alice), cast.browser(alice)
    fields = {"oldpassword": cast.PASSWORD, "password1": "quite another lamp"}
    fields["password2"] = fields["password1"]
    answer = here.post(reverse("accounts:change_password"), fields)
    assert answer.status_code == 302
    assert heard == [(alice.pk, 2)]
    assert here.get("/").wsgi_request.user == alice
    assert not elsewhere.get("/").wsgi_request.user.is_authenticated


def test_renewing_the_hash_of_the_same_password_revokes_nothing(
    heard: list[tuple[int, int]], settings: Any
) -> None:
    alice = cast.alice()
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    assert alice.check_password(cast.PASSWORD)
    assert User.objects.get(pk=alice.pk).password.startswith("pbkdf2")
    assert heard == []


def test_a_new_user_and_a_new_name_revoke_nothing(heard: list[tuple[int, int]]) -> None:
    alice = cast.alice()
    alice.name = "Alicia"
    alice.save()
    assert (heard, alice.epoch) == ([], 1)


def test_a_ban_ends_sessions_and_lets_nobody_in(heard: list[tuple[int, int]]) -> None:
    alice = cast.alice()
    browser = cast.browser(alice)
    revoke_access.ban_user(alice)
    assert heard == [(alice.pk, 2)]
    assert not browser.get("/").wsgi_request.user.is_authenticated
    answer = browser.post(
        reverse("accounts:sign_in"), {"login": "Alice", "password": cast.PASSWORD}
    )
    # The right password shows the page of the decision, and signs nobody in.
    assert answer["Location"] == reverse("moderation:decisions")
    assert not browser.get("/").wsgi_request.user.is_authenticated
    revoke_access.unban_user(alice)
    answer = browser.post(
        reverse("accounts:sign_in"), {"login": "Alice", "password": cast.PASSWORD}
    )
    assert answer.status_code == 302
