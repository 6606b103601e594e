"""Addresses that programs expect on every site."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from core import clock, times
from core.http import page
from core.refusals import refused

PREVIEWS = (
    "Discordbot",
    "facebookexternalhit",
    "LinkedInBot",
    "Slackbot-LinkExpanding",
    "TelegramBot",
    "Twitterbot",
    "WhatsApp",
)
"""Programs that fetch a shared page to show a preview."""
CLOSED = ("/admin/", settings.API_ROOT, "/ws/")
"""Addresses without anything for these programs."""
ENDLESS = ("/matches/", "/sign-in/", "/sign-up/")
"""Addresses that a search engine would fetch endlessly: each step of each round in each view, and
actions. Shared replays are not listed, because their pages exclude themselves.
"""
GOOD_FOR = timedelta(days=90)
"""Validity that `security.txt` states; the text is generated each day."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return the rules for search engines."""
    lines = [
        *(f"User-agent: {name}" for name in PREVIEWS),
        *(f"Disallow: {path}" for path in CLOSED),
        "",
        "User-agent: *",
        *(f"Disallow: {path}" for path in (*CLOSED, *ENDLESS)),
    ]
    return _text(lines)


@page
def security(request: HttpRequest) -> HttpResponse:
    """Return the contact for security reports (RFC 9116), if the host has configured one.

    Raises:
        Refused: `not_found`.
    """
    if not settings.SECURITY_CONTACT:
        raise refused("not_found")
    until = datetime.combine(clock.machine_now().date() + GOOD_FOR, time(), UTC)
    languages = ", ".join(code for code, _ in settings.LANGUAGES)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {times.for_programs(until)}",
        f"Preferred-Languages: {languages}",
        f"Canonical: {settings.ORIGIN}{reverse('pages:security')}",
    ]
    return _text(lines)


@page
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect to the page for a new password, for password managers."""
    return redirect("accounts:change_password")


@page
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon of the site, for programs that read no page."""
    return redirect(static("core/img/app-192.png"))


def _text(lines: list[str]) -> HttpResponse:
    answer = HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
