"""Every form needs its token, on every address; a refusal gives the reason."""

from __future__ import annotations

import html
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from core.csrf import BEFORE, TOKEN
from friends.models import Friendship
from tests.platform.accounts.cast import PASSWORD, alice, bob
from tests.platform.addresses import address, patterns

pytestmark = pytest.mark.django_db

PROVES_ITSELF = {"notifications:stop_mails"}
"""Addresses that are signed, because a mail program has no token (RFC 8058)."""

WITHOUT_COOKIES = "/api/v1/"
"""Addresses where cookies sign no user in (tests/platform/api)."""


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_post_without_a_token_is_refused_everywhere(signed_in: bool) -> None:
    user: User = alice()
    taken = set()
    found = list(patterns(admin=True))
    for name, pattern in found:
        if address(name, pattern).startswith(WITHOUT_COOKIES):
            continue
        page = Client(enforce_csrf_checks=True, headers={"Accept": "application/json"})
        if signed_in:
            page.force_login(user)
        answer = page.post(address(name, pattern), {"who": "1"})
        refused = answer.status_code == HTTPStatus.FORBIDDEN
        refused = refused and answer.json()["code"] == "csrf_no_cookie"
        taken |= set() if refused else {name}
    assert taken == PROVES_ITSELF
    assert len(found) > 200


FORM = "/friends/ask"


def _token(page: Client, path: str) -> str:
    """Return the token of the forms of a page."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.get(path).content.decode())
    assert found
    return found[1]


def _sign_in(page: Client, name: str = "Alice") -> None:
    """Sign in in another tab of the same browser."""
    typed = {"login": name, "password": PASSWORD, TOKEN: _token(page, "/sign-in/")}
    assert page.post("/sign-in/", typed).status_code == HTTPStatus.FOUND


def _refused(page: Client, typed: dict[str, str], path: str = FORM, **options: Any) -> str:
    answer = page.post(path, typed, **options)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "no-store" in answer.headers["Cache-Control"]
    return html.unescape(answer.content.decode())


def _kept(said: str) -> dict[str, str]:
    """Return the fields that the form of this page sends."""
    return dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', said))


def test_a_browser_without_cookies_is_told_so() -> None:
    """The typed text is kept."""
    alice()
    said = _refused(Client(enforce_csrf_checks=True), {"name": "Bob", TOKEN: "x" * 64})
    assert "Your browser did not send a cookie" in said
    assert _kept(said)["name"] == "Bob"


def test_a_form_after_another_sign_in_is_sent_again() -> None:
    """A form is open while another tab signs out and in again; the typed text is kept.

    The player is told the reason.
    """
    user, other = alice(), bob()
    page = Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"})
    _sign_in(page)
    old = _token(page, "/friends/")
    page.post("/sign-out/", {TOKEN: old})
    _sign_in(page)
    said = _refused(page, {"name": "Bob", "note": '">Hello & \nbye', TOKEN: old})
    assert "You have signed in or out since you opened this page" in said
    kept = _kept(said)
    assert kept["name"] == "Bob"
    assert kept[TOKEN] != old
    assert page.post(FORM, kept).status_code == HTTPStatus.FOUND
    assert Friendship.objects.filter(asker=user, asked=other).exists()


def test_it_is_known_after_signing_in_and_out_as_well() -> None:
    """The session with the sign-in has ended, so only the browser's cookie shows the reason."""
    alice()
    page = Client(enforce_csrf_checks=True)
    old = _token(page, "/sign-in/")
    _sign_in(page)
    page.post("/sign-out/", {TOKEN: _token(page, "/friends/")})
    assert "You have signed in or out" in _refused(page, {"name": "Bob", TOKEN: old})


def test_a_player_signed_in_by_another_tab_is_sent_on() -> None:
    """They send the sign-in form that was open before."""
    alice()
    page = Client(enforce_csrf_checks=True)
    old = _token(page, "/sign-in/?next=/friends/")
    _sign_in(page)
    typed = {"login": "Alice", "password": PASSWORD, "next": "/friends/", TOKEN: old}
    answer = page.post("/sign-in/", typed, follow=True)
    assert answer.redirect_chain[-1] == ("/friends/", HTTPStatus.FOUND)
    typed |= {TOKEN: _token(page, "/friends/")}
    assert page.post("/sign-in/", typed)["Location"] == "/friends/"
    assert page.get("/sign-in/?next=//evil.example/")["Location"] == "/"


def test_a_page_that_was_open_for_too_long_says_so() -> None:
    """Its cookie has expired, and another page has set a new one, without a sign-in."""
    alice()
    page = Client(enforce_csrf_checks=True)
    old = _token(page, "/sign-up/")
    page.cookies.clear()
    page.get("/sign-up/")
    said = _refused(page, {"username": "Carla", "password1": "a lamp", TOKEN: old}, "/sign-up/")
    assert "This page was open for too long" in said
    assert _kept(said)["username"] == "Carla"
    assert "a lamp" not in said
    assert "password1" not in said


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_what_another_site_sends_is_not_handed_on(headers: dict[str, str]) -> None:
    """One of our pages with its fields and a valid token would do that site's bidding at one click."""
    page = Client(enforce_csrf_checks=True)
    page.force_login(alice())
    page.get("/friends/")
    said = _refused(page, {"name": "Bob", TOKEN: "x" * 64}, headers=headers)
    assert "This form came from another site" in said
    assert "Bob" not in said


@pytest.mark.parametrize("token", ["", "x", "ä" * 64, "\0" * 64, "x" * 32, "-" * 64])
@pytest.mark.parametrize("before", ["", ".", "x" * 4000, 'ä."', "...."])
def test_no_token_and_no_cookie_is_a_mistake_of_ours(token: str, before: str) -> None:
    page = Client(enforce_csrf_checks=True)
    page.cookies["csrftoken"] = "y" * 32
    page.cookies[BEFORE] = before
    assert "open for too long" in _refused(page, {"name": "Bob", TOKEN: token})
    broken = page.post(FORM, b"no parts", content_type="multipart/form-data; boundary=x")
    assert broken.status_code < HTTPStatus.INTERNAL_SERVER_ERROR


@pytest.mark.parametrize("path", [FORM, "/sign-out/", "/sign-in/"])
def test_a_form_in_another_encoding_is_no_error_of_ours(path: str) -> None:
    """Django reads only UTF-8, and the error handler must not read the form again."""
    page = Client(headers={"Accept": "text/html"})
    page.force_login(alice())
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    answer = page.post(path, "name=Bob", content_type=kind)
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert "This request could not be understood" in answer.content.decode()
