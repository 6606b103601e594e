"""The browser in which today's deal began, so that a second account there gets no second try.

It is a signed cookie that expires at the end of the day. A player who deletes it or uses another
device is not stopped (docs/threats.md).
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
    """Return the id of the account that began the deal of this day in this browser, or None."""
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
