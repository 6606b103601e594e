"""Where a lock is missing, the second request is refused and keeps the typed text; the log has the
error.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import pytest
from django.db import IntegrityError
from django.urls import reverse

from accounts.models import User
from friends.models import FriendLink, Friendship
from friends.services import friendship
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db(transaction=True)

SENTENCE = "Something changed while you were looking, because another request was faster."


def _clash(*_: object) -> Any:
    """Simulate a row that another request created a moment ago."""
    alice = User.objects.get(name="Alice")
    for _again in range(2):
        FriendLink.objects.create(user=alice)


@pytest.fixture
def page() -> Any:
    return cast.browser(cast.alice(), raise_request_exception=False)


def test_the_second_is_told_and_keeps_what_was_typed(
    page: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The log has it."""
    monkeypatch.setattr(friendship, "ask_for_friendship", _clash)
    cast.bob()
    with caplog.at_level(logging.WARNING, "django.request"):
        answer = page.post(reverse("friends:ask"), {"name": "Bob"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert answer.headers["Cache-Control"] == "no-store"
    html = answer.content.decode()
    assert SENTENCE in html
    assert html.count("That did not work") == 2  # the title and the heading
    assert '<input type="hidden" name="name" value="Bob">' in html
    assert "data-again" not in html  # it is not resent before the user has checked it
    (line,) = caplog.records
    assert (line.levelno, line.exc_info is not None) == (logging.ERROR, True)


def test_a_page_says_so_and_does_not_ask_again_by_itself(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friendship, "link_of", _clash)
    answer = page.get(reverse("friends:friends"))
    assert answer.status_code == HTTPStatus.CONFLICT
    html = answer.content.decode()
    assert SENTENCE in html
    assert "refresh" not in html
    assert f'href="{reverse("friends:friends")}"' in html


def test_a_program_reads_a_code(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friendship, "ask_for_friendship", _clash)
    cast.bob()
    headers = {"Accept": "application/json"}
    answer = page.post(reverse("friends:ask"), {"name": "Bob"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (HTTPStatus.CONFLICT, "overtaken")


def test_what_somebody_pointed_at_is_gone(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Foreign keys are checked when the transaction ends."""
    monkeypatch.setattr(
        friendship, "ask_for_friendship", lambda *_: FriendLink.objects.create(user_id=0)
    )
    cast.bob()
    answer = page.post(reverse("friends:ask"), {"name": "Bob"})
    assert answer.status_code == HTTPStatus.CONFLICT


def test_another_broken_constraint_is_a_mistake_of_ours(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def friend_of_oneself(user: User, *_: object) -> Any:
        Friendship.objects.create(asker=user, asked=user)

    monkeypatch.setattr(friendship, "ask_for_friendship", friend_of_oneself)
    cast.bob()
    answer = page.post(reverse("friends:ask"), {"name": "Bob"})
    assert answer.status_code == HTTPStatus.INTERNAL_SERVER_ERROR


def test_a_test_still_fails_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal is for users: a test gets the exception."""
    monkeypatch.setattr(friendship, "link_of", _clash)
    with pytest.raises(IntegrityError):
        cast.browser(cast.alice()).get(reverse("friends:friends"))
