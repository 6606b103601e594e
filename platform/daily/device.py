"""The browser in which today's deal was begun: a second account there is no second try.

A signed cookie that lasts until the day is over. Whoever deletes it, or has another device, is not
stopped (docs/threats.md).
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from core import clock
from daily.models import Day

COOKIE: Final = "daily"
_SALT: Final = "daily deal"


def began_here(request: HttpRequest, day: Day) -> int | None:
    """The id of the account that began the deal of this day in this browser; None: none has."""
    kept = request.get_signed_cookie(COOKIE, "", salt=_SALT) or ""
    date, _, user_id = kept.partition("/")
    return int(user_id) if date == day.date.isoformat() else None


def remember(response: HttpResponse, user: User, day: Day) -> None:
    """Mark the browser until the day is over."""
    response.set_signed_cookie(
        COOKIE,
        f"{day.date.isoformat()}/{user.pk}",
        salt=_SALT,
        max_age=max(0, round((day.ends_at - clock.now()).total_seconds())),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
