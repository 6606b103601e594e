"""Every temporary refusal has the time to retry in its header: on pages as well as in the API."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts import limits
from config.serving.middleware import LATER, says_when_again
from core import rate_limits
from tests.platform.accounts.cast import PASSWORD, alice, browser
from tests.platform.matches.cast import dealt, person

pytestmark = pytest.mark.django_db

AGAIN = "Retry-After"


def test_a_form_that_came_too_often_says_when_to_send_it_again() -> None:
    """The sign-in form has the header, too."""
    user = alice()
    client = Client(headers={"Accept-Language": "en"})
    for _ in range(limits.SIGN_INS_HERE.most + 1):
        answer = client.post("/sign-in/", {"login": user.name, "password": "wrong"})
    assert answer.status_code == 429
    assert rate_limits.MINUTE < int(answer.headers[AGAIN]) <= limits.SIGN_INS_HERE.seconds
    assert "a quarter of an hour" in answer.content.decode()


def test_a_form_for_a_password_says_so_too() -> None:
    user = alice()
    client = Client(headers={"Accept-Language": "en"})
    client.post("/sign-in/", {"login": user.name, "password": PASSWORD})
    for _ in range(limits.PASSWORDS.most + 1):
        answer = client.post("/preferences/delete/", {"password": "wrong"})
    assert answer.status_code == 429
    assert rate_limits.MINUTE < int(answer.headers[AGAIN]) <= limits.PASSWORDS.seconds


def test_a_table_on_which_it_is_said_says_so_in_its_header() -> None:
    user, other = person("Alice"), person("Bob")
    match = dealt(user, other)
    client = browser(user)
    for number in range(30):
        said = {"text": f"Hello {number}", "key": f"key-{number:04}"}
        answer = client.post(f"/matches/{match.pk}/talk", said)
        if answer.status_code == 429:
            break
    assert answer.status_code == 429
    assert int(answer.headers[AGAIN]) >= 1
    assert "text/html" in answer.headers["Content-Type"]


@pytest.mark.parametrize("code", LATER)
def test_no_answer_of_that_kind_leaves_without_it(code: int) -> None:
    """This holds for a view that does not set it."""
    bare = says_when_again(lambda _request: HttpResponse(status=code))
    assert int(bare(RequestFactory().get("/")).headers[AGAIN]) >= 1  # type: ignore[union-attr]  # the view is synchronous
    own = HttpResponse(status=code, headers={AGAIN: "7"})
    assert says_when_again(lambda _request: own)(RequestFactory().get("/")).headers[AGAIN] == "7"  # type: ignore[union-attr]  # the view is synchronous
    right = says_when_again(lambda _request: HttpResponse())
    assert AGAIN not in right(RequestFactory().get("/")).headers  # type: ignore[union-attr]  # the view is synchronous
