"""The user behind a browser: a signed-in user or a new guest; and the data that a session stores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest
from django.utils import translation
from django.utils.crypto import constant_time_compare

from accounts import limits
from accounts.models import User
from accounts.services.guests import create_guest
from core import rate_limits
from core.refusals import refused

SHUT_OUT = "shut_out"
COMES_ALONG: set[str] = set()
"""The session keys whose values move along when a guest signs in to an account."""
BACKEND = "django.contrib.auth.backends.ModelBackend"


def user_or_guest(request: HttpRequest, name: str = "") -> User:
    """Return the user who is signed in here; otherwise create a guest and sign them in.

    Raises:
        Refused: `rate_limited`; `shut_out` if the user of this session is banned now.
        ValidationError: a new guest cannot have this name.
    """
    if request.user.is_authenticated:
        return request.user
    if shut_out_here(request) is not None:
        raise refused("shut_out")
    guest = new_guest(request, name)
    login(request, guest, backend=BACKEND)
    return guest


def new_guest(request: HttpRequest, name: str = "") -> User:
    """Create a guest from the network of this request, without signing them in.

    Raises:
        Refused: `rate_limited`.
        ValidationError: a guest cannot have this name.
    """
    come = limits.GUESTS.counter(rate_limits.client_network(request))
    rate_limits.check_attempts(come)
    try:
        return create_guest(translation.get_language() or "en", name)
    except BaseException:
        rate_limits.give_attempts_back(come)
        raise


def change_session(session: Any, key: str, change: Callable[[Any], Any]) -> None:
    """Call `change` with the current value of a session under this key, and store the result.

    Change a list or a dictionary only in this way, because two tabs may add to it at once.
    The value is None if there is none yet.

    Raises:
        SessionInterrupted: the session has ended meanwhile.
    """
    session.change(key, change)


@contextmanager
def guest_comes_along(request: HttpRequest) -> Iterator[None]:
    """Keep what a browser remembers for a guest, if an account signs in inside this context.

    A sign-in begins another session; the guest's seats move to it, and so do the session's links to
    them.
    """
    session: Any = request.session
    with transaction.atomic():
        kept: dict[str, Any] = {}
        if request.user.is_authenticated and request.user.is_guest:
            # Another tab may add a value just now: this request either sees it, or that tab gets an
            # error.
            session.catch_up()
            kept = {key: session[key] for key in COMES_ALONG & session.keys()}
        yield
        session.update({key: _join_kept(kept[key], session.get(key)) for key in kept})


def _join_kept(kept: Any, known: Any) -> Any:
    """Merge a value of a guest's session with the account's, both lists or dictionaries."""
    if known is None:
        return kept
    if isinstance(known, dict):
        return kept | known
    return [*(one for one in kept if one not in known), *known]


def shut_out(request: HttpRequest, user: AbstractBaseUser) -> None:
    """Remember that this browser belongs to a banned user, as their password has shown."""
    request.session[SHUT_OUT] = user.pk


def shut_out_here(request: HttpRequest) -> User | None:
    """Return the banned user of this browser, known by a password or by the session that they still
    had.
    """
    if request.user.is_authenticated:
        return None
    session = request.session
    shut = User.objects.filter(is_active=False, gone_at=None)
    if SHUT_OUT in session:
        return shut.filter(pk=session[SHUT_OUT]).first()
    if SESSION_KEY not in session:
        return None
    user = shut.filter(pk=session[SESSION_KEY]).first()
    known = session.get(HASH_SESSION_KEY, "")
    return user if user and constant_time_compare(known, user.get_session_auth_hash()) else None
