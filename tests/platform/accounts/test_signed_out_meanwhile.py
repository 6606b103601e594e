"""A user who is signed out while a form is open gets all its fields back, and sends it again.

That includes dates, choices and single words. After a plain button the user returns, once signed
in, to the page that had it.
"""

from __future__ import annotations

import html
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from core.csrf import TOKEN
from tests.platform.access.forms import forms_of
from tests.platform.accounts.cast import PASSWORD, alice, bob
from tests.platform.leagues import cast
from tests.platform.leagues.test_pages import days, olga, open_season

pytestmark = pytest.mark.django_db

__all__ = ("days", "olga", "open_season")
"""The fixtures of these tests."""


def _form(page: Any, path: str) -> dict[str, list[str]]:
    """Return the fields that the form for this address sends."""
    form = next(one for one in forms_of(page, path) if one.action == path)
    sent: dict[str, list[str]] = {}
    for one in form.fields:
        sent.setdefault(one.name, []).append(html.unescape(one.value))
    return sent


def _sign_in(page: Client) -> None:
    typed = _form(page.get("/sign-in/"), "/sign-in/") | {"login": "Alice", "password": PASSWORD}
    assert page.post("/sign-in/", typed).status_code == HTTPStatus.FOUND


def test_a_form_is_kept_and_sent_after_a_sign_in_elsewhere() -> None:
    """All fields are kept; the player signs in in another tab."""
    alice()
    other = bob()
    page = Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"})
    _sign_in(page)
    token = _form(page.get("/friends/"), "/friends/ask")[TOKEN]
    typed: dict[str, Any] = {"name": other.name, "at": "2027-03-28T02:30", "one": ["a", "b"]}
    page.cookies.pop("sessionid")  # it has expired
    told = page.post("/friends/ask", typed | {TOKEN: token})
    assert told.status_code == HTTPStatus.FORBIDDEN
    kept = _form(told, "/friends/ask")
    assert {name: kept[name] for name in typed} == typed | {
        "name": [other.name],
        "at": ["2027-03-28T02:30"],
    }
    _sign_in(page)
    asked = page.post("/friends/ask", kept)
    assert "You have signed in or out since you opened this page" in asked.content.decode()
    done = page.post("/friends/ask", _form(asked, "/friends/ask"))
    assert done.status_code == HTTPStatus.FOUND


def test_no_password_is_kept() -> None:
    alice()
    typed = {"password": "a lamp, a lamp", "new_password": "a lamp, a lamp", "name": "Bob"}
    told = Client().post("/friends/ask", typed).content.decode()
    assert "Bob" in told
    assert "a lamp" not in told


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("http://testserver/leagues/winter/?page=2#signed", "/leagues/winter/?page=2"),
        ("", "/"),
        ("https://evil.example/leagues/", "/"),
        ("http://testserver//evil.example/", "/"),
        ("http://testserver/leagues/winter/sign-up", "/"),
        ("http://[", "/"),
    ],
)
def test_a_button_alone_leads_back_to_where_it_stood(
    open_season: Any, days: cast.Days, before: str, after: str
) -> None:
    alice()
    page = Client()
    with days.now():
        sent = page.post("/leagues/winter/sign-up", headers={"referer": before})
        assert sent.status_code == HTTPStatus.FOUND
        form = _form(page.get(sent["Location"]), sent["Location"])
        signed = page.post(sent["Location"], form | {"login": "Alice", "password": PASSWORD})
        assert signed["Location"] == after
        assert page.get(signed["Location"]).status_code == HTTPStatus.OK
