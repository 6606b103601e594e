"""The cookie of a shared browser: it keeps what a session loses at sign-out.

After signing in again, the owner finds all cards covered, and the guests still play there.
"""

from __future__ import annotations

import uuid
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core import signing
from django.http import HttpRequest, HttpResponse

from matches.web import access, one_device

COOKIE: Final = "shared"
_SALT: Final = "shared browser"

Entry = tuple[int, str, list[int]]
"""The id of an owner, of a match, and of the owner's guests there."""


def mark_shared(answer: HttpResponse, request: HttpRequest) -> HttpResponse:
    """Add the cookie with this browser's shared matches to the answer, and return it."""
    shared = one_device.matches_of(request.session)
    if request.user.pk is None or not shared:
        return answer
    entries = [(request.user.pk, match, guests) for match, guests in shared.items()]
    others = [one for one in _kept(request) if one[0] != request.user.pk or one[1] not in shared]
    answer.set_cookie(
        COOKIE,
        signing.dumps([*others, *entries][-one_device.MOST :], salt=_SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return answer


def cover_again(*, request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    """Restore the shared matches of the browser in a new session, with all cards covered."""
    for owner_id, match, guests in _kept(request):
        if owner_id == user.pk:
            one_device.remember_covered(request.session, uuid.UUID(match), guests)
            access.remember_invitation(request.session, uuid.UUID(match))


def _kept(request: HttpRequest) -> list[Entry]:
    try:
        kept = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=settings.SESSION_COOKIE_AGE
        )
    except signing.BadSignature:
        return []
    return [(owner_id, match, guests) for owner_id, match, guests in kept]
