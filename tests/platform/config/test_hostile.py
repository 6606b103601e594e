"""Any address, query, form or cookie gets an answer, never a 500."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from accounts.models import User
from tests.platform.accounts import cast
from tests.platform.moderation.staff import adele

pytestmark = pytest.mark.django_db

HOSTILE = (
    "%00",
    "a%00b",
    "%ff",  # not UTF-8
    "%ED%A0%80",  # half a surrogate pair
    "%E2%80%AEabc",  # right-to-left override
    "%F0%9F%92%A4",
    "%D9%A3",  # a digit outside ASCII
    "%27%22%3C%3E%3B--",
    "-1",
    "9" * 30,
    "x" * 5_000,
)
FIELDS = ("page", "q", "next", "show", "game", "words", "match", "skip")
NUL = HTTPStatus.BAD_REQUEST
JSON = {"accept": "application/json"}
_PLACE = re.compile(r"<[^>]*>|\(\?P<\w+>[^)]*\)")


def routes(patterns: Sequence[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Return every route with a parameter of free text, such as `/people/<str:name>/`."""
    for pattern in patterns:
        route = before + str(pattern.pattern).replace("^", "").removesuffix("$")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif _PLACE.search(route):
            yield f"/{route}"


def leads_somewhere(address: str) -> bool:
    """Return whether a view is called, and not only the resolver."""
    try:
        resolve(unquote(address))
    except Resolver404:
        return False
    return True


def addresses() -> list[str]:
    """Return each of these routes with each value that it passes to its view."""
    tried = {
        _PLACE.sub(value, route)
        for route in routes(get_resolver().url_patterns)
        for value in HOSTILE
    }
    return sorted(filter(leads_somewhere, tried))


def test_every_kind_of_route_is_tried() -> None:
    found = addresses()
    for begins in ("/people/%00", "/preferences/data/%00", "/join/x", "/play/-1", "/court/999"):
        assert any(address.startswith(begins) for address in found), begins


def test_no_address_is_too_much_to_ask_for() -> None:
    page = cast.browser(adele())
    for address in addresses():
        answer = page.get(address, headers=JSON)
        assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, address
        assert "%00" not in address or answer.status_code == HTTPStatus.NOT_FOUND


def test_no_address_is_too_much_to_send_a_form_to() -> None:
    page = cast.browser(cast.gus())
    for address in addresses():
        if not address.startswith("/admin/"):
            answer = page.post(address, headers=JSON)
            assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, address


@pytest.mark.parametrize("address", ["/", "/tables/", "/matches/", "/ratings/", "/words/"])
def test_no_query_is_too_much(address: str) -> None:
    page = cast.browser(cast.alice())
    for value in HOSTILE:
        query = "&".join(f"{name}={value}" for name in (*FIELDS, value))
        answer = page.get(f"{address}?{query}", headers=JSON)
        assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, value


def test_a_query_that_the_database_refuses_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No check before the database finds it."""
    looked_up = lambda request: User.objects.filter(name=request.GET["q"]).exists()  # noqa: E731
    monkeypatch.setattr("pages.views._landing", lambda request, shown: looked_up(request))  # type: ignore[no-untyped-call]  # a lambda has no types
    answer = cast.browser().get("/?q=a%00b")
    assert answer.status_code == NUL
    assert (
        "This request could not be understood. Reload the page and try again."
        in answer.content.decode()
    )


def test_a_cookie_with_a_nul_is_refused() -> None:
    # A header can contain one only as a quoted value with an octal number.
    client = Client(headers={"cookie": 'sessionid="abcdefgh\\000ijk"'})
    assert client.get("/").status_code == NUL
