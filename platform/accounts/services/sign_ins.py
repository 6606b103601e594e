"""The sign-ins of a user: recorded at each sign-in and once a day, ended one by one."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from ua_parser import parse

from accounts.models import SignIn, User
from accounts.services import revoke_access
from accounts.session_store import SessionStore
from core import clock
from core.refusals import refused

LONGEST = 80


def remember_sign_in(request: HttpRequest, user: User) -> None:
    """Record that this browser is signed in, and was here today."""
    key = request.session.session_key
    if key is None:
        return
    now = clock.now()
    SignIn.objects.update_or_create(
        session_key=key,
        defaults={"user": user, "browser": browser_of(request), "seen_on": now.date()},
        create_defaults={
            "user": user,
            "browser": browser_of(request),
            "began_at": now,
            "seen_on": now.date(),
        },
    )


def browser_of(request: HttpRequest) -> str:
    """Return the kind of browser ("Firefox, Linux"); empty if unknown."""
    found = parse(request.headers.get("User-Agent", ""))
    parts: tuple[Any, ...] = (found.user_agent, found.os)
    return ", ".join(part.family for part in parts if part is not None)[:LONGEST]


def sign_ins_of(user: User) -> QuerySet[SignIn]:
    """Return the sign-ins of a user, the newest first."""
    return _lasting_sign_ins().filter(user=user).order_by("-began_at", "-pk")


def _lasting_sign_ins() -> QuerySet[SignIn]:
    sessions = Session.objects.filter(
        session_key=OuterRef("session_key"), expire_date__gt=clock.now()
    )
    return SignIn.objects.filter(Exists(sessions))


def is_signed_in(user: User, session_key: str) -> bool:
    """Return whether this session is a valid sign-in of the user, by the database: it has not
    ended, the user may sign in, and their password has not changed since.
    """
    session = SessionStore(session_key)
    known = session.get(HASH_SESSION_KEY, "")
    return (
        user.is_active
        and session.get(SESSION_KEY) == str(user.pk)
        and constant_time_compare(known, user.get_session_auth_hash())
    )


@transaction.atomic
def end_sign_in(user: User, sign_in_id: int) -> None:
    """Sign a user out of another browser, and close the pages that are open there.

    Raises:
        Refused: `not_found`, this user has no such sign-in.
    """
    theirs = SignIn.objects.filter(user=user, pk=sign_in_id)
    if not _end(theirs):
        raise refused("not_found")
    revoke_access.revoke_connections(user)


@transaction.atomic
def end_other_sign_ins(user: User, session_key: str | None) -> int:
    """Sign a user out of every browser except the one with this session; return their number."""
    count = _end(SignIn.objects.filter(user=user).exclude(session_key=session_key))
    revoke_access.revoke_connections(user)
    return count


def _end(sign_ins: QuerySet[SignIn]) -> int:
    keys = list(sign_ins.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    return SignIn.objects.filter(session_key__in=keys).delete()[0]


def forget_sign_ins(user: User) -> None:
    """Delete a user's sign-ins: a new password has ended all of them."""
    SignIn.objects.filter(user=user).delete()


def forget_ended_sign_ins() -> int:
    """Delete sign-ins whose sessions have expired; return their number."""
    return SignIn.objects.exclude(pk__in=_lasting_sign_ins().values("pk")).delete()[0]
