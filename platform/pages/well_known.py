"""What programs look for at an address that is the same on every site."""

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
"""Programs that fetch a page which somebody has passed on, to show what it is about."""
CLOSED = ("/admin/", settings.API_ROOT, "/ws/")
"""Where there is nothing for any of them."""
ENDLESS = ("/matches/", "/sign-in/", "/sign-up/")
"""What a search engine would fetch without end: every step of every round in every view; and doors. Replays
that are shared by a link are not named: their pages ask themselves to be left out."""
GOOD_FOR = timedelta(days=90)
"""How long `security.txt` says that it is right; it is made anew each day."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Where search engines are asked not to go."""
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
    """Whom to tell of a hole (RFC 9116), if the host names somebody.

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
    """To where one chooses another password: managers of passwords send people here."""
    return redirect("accounts:change_password")


@page
def favicon(request: HttpRequest) -> HttpResponse:
    """To the picture of the site, for programs that read no page."""
    return redirect(static("core/img/app-192.png"))


def _text(lines: list[str]) -> HttpResponse:
    answer = HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
