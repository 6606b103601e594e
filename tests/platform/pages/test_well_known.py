"""Files for programs: robots.txt, security.txt, the address to change a password, and an icon.

Crawlers do not walk every step of every round.
"""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from config import env
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

CHANGE = "/.well-known/change-password"
SECURITY = "/.well-known/security.txt"
STEP = "/matches/00000000-0000-0000-0000-000000000007/rounds/1/steps/3?view=all"


def test_search_engines_leave_out_what_has_no_end() -> None:
    """Previews may read it."""
    answer = Client().get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    rules = RobotFileParser()
    rules.parse(answer.content.decode().splitlines())
    for engine in ("Googlebot", "bingbot"):
        for path in ("/", "/learn/sleeping_queens/", "/rules/sleeping_queens/", "/replays/abc/"):
            assert rules.can_fetch(engine, path), path
        for path in (STEP, "/admin/", "/api/v1/matches", "/sign-in/"):
            assert not rules.can_fetch(engine, path), path
    for program in ("WhatsApp", "Twitterbot"):
        assert rules.can_fetch(program, STEP)
        assert not rules.can_fetch(program, "/admin/")


@pytest.mark.parametrize(
    ("given", "contact"),
    [
        ("security@example.org", "mailto:security@example.org"),
        ("https://example.org/tell", "https://example.org/tell"),
    ],
)
def test_the_finder_of_a_security_problem_learns_the_contact(
    settings: Any, monkeypatch: pytest.MonkeyPatch, given: str, contact: str
) -> None:
    monkeypatch.setenv("NIGHTCAP_SECURITY_CONTACT", given)
    settings.SECURITY_CONTACT = env.contact("NIGHTCAP_SECURITY_CONTACT")
    answer = Client().get(SECURITY)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    said = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert said["Contact"] == contact
    assert said["Canonical"] == settings.ORIGIN + SECURITY
    until = parse_datetime(said["Expires"])
    assert until is not None
    assert timedelta(days=30) < until - timezone.now() < timedelta(days=365)


def test_nobody_is_named_whom_the_host_does_not_name(settings: Any) -> None:
    settings.SECURITY_CONTACT = ""
    assert Client().get(SECURITY).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("wrong", ["nobody", "http://example.org/", "a b@c", "https://", "x@y\nz"])
def test_a_contact_that_leads_nowhere_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setenv("NIGHTCAP_SECURITY_CONTACT", wrong)
    with pytest.raises(ImproperlyConfigured, match="NIGHTCAP_SECURITY_CONTACT"):
        env.contact("NIGHTCAP_SECURITY_CONTACT")


def test_a_manager_of_passwords_is_led_to_where_one_is_changed() -> None:
    page = cast.browser(cast.alice()).get(CHANGE, follow=True)
    assert page.status_code == HTTPStatus.OK
    assert page.redirect_chain[0] == ("/password/", HTTPStatus.FOUND)
    stranger = Client().get(CHANGE, follow=True)
    assert stranger.redirect_chain[-1][0] == "/sign-in/?next=/password/"


@pytest.mark.usefixtures("static_files")
def test_the_icon_is_a_picture_that_every_browser_reads() -> None:
    icon = Client().get("/favicon.ico", follow=True)
    assert (icon.status_code, icon["Content-Type"]) == (HTTPStatus.OK, "image/png")
