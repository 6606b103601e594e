"""The site as an installed app: its manifest, its icons, and the number on them."""

from __future__ import annotations

import re
import struct
from http import HTTPStatus

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import resolve

from tests.platform.accounts import cast
from tests.platform.matches.cast import opened, person

pytestmark = pytest.mark.django_db


def size_of(path: str) -> str:
    """Return the size of a PNG, from its header."""
    found = finders.find(path)
    assert isinstance(found, str)
    with open(found, "rb") as file:
        head = file.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return "{}x{}".format(*struct.unpack(">II", head[16:24]))


def test_the_manifest_holds_what_an_installed_app_needs() -> None:
    """Every page links to it."""
    page = cast.browser().get("/").content.decode()
    link = re.search(r'<link rel="manifest" href="([^"]+)"', page)
    assert link is not None
    answer = cast.browser().get(link[1])
    assert answer.status_code == HTTPStatus.OK
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    drawn = [icon for icon in told["icons"] if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon["purpose"]) for icon in drawn} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in drawn:
        assert size_of(icon["src"].removeprefix("/static/")) == icon["sizes"]
    assert [resolve(way["url"]).view_name for way in told["shortcuts"]] == [
        "pages:matches",
        "pages:next_match",
    ]
    touch = re.search(r'<link rel="apple-touch-icon" href="/static/([^"]+)"', page)
    assert touch is not None
    assert size_of(touch[1]) == "180x180"


def test_the_manifest_is_in_the_language_of_the_request() -> None:
    told = [
        cast.browser().get("/manifest.webmanifest", headers={"accept-language": language}).json()
        for language in dict(settings.LANGUAGES)
    ]
    assert [one["lang"] for one in told] == [code for code, _ in settings.LANGUAGES]


def test_the_icon_says_that_something_waits() -> None:
    alice, bob = person("Alice"), person("Bob")
    browser = cast.browser(alice)
    assert re.search(r'rel="icon" href="[^"]*favicon\.svg"', browser.get("/").content.decode())
    match = opened(alice, bob)
    for path in ("/", f"/matches/{match.pk}/"):
        page = browser.get(path).content.decode()
        assert re.search(r'rel="icon" href="[^"]*favicon-waiting\.svg"', page)
        assert 'data-total="1"' in page


def test_the_way_to_the_next_says_where_the_present_one_stands() -> None:
    alice = person("Alice")
    matches = [opened(alice, person(f"Friend {n}")) for n in range(3)]
    browser = cast.browser(alice)
    at = browser.get("/matches/next").headers["Location"]
    assert at == f"/matches/{matches[-1].pk}/"
    page = browser.get(at).content.decode()
    assert "This is match 1 of 3." in page
    assert "Next match (2)" in page
    assert "This is match" not in browser.get("/matches/").content.decode()
