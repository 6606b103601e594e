"""Who a browser is: somebody signed in, or a guest from now on."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import translation

from accounts import limits
from accounts.models import User
from accounts.services.guests import create_guest

BACKEND = "django.contrib.auth.backends.ModelBackend"


def user_or_guest(request: HttpRequest, name: str = "") -> User:
    """Who is signed in here; nobody: a new guest, who is signed in from now on.

    Raises:
        Refused: `rate_limited`.
        ValidationError: a new guest cannot have this name.
    """
    if request.user.is_authenticated:
        return request.user
    place = limits.address(request)
    if limits.GUESTS.is_reached(place):
        raise limits.too_often()
    guest = create_guest(translation.get_language() or "en", name)
    limits.GUESTS.count(place)
    login(request, guest, backend=BACKEND)
    return guest
