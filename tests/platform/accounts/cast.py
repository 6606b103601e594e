"""The users of these tests: Alice and Bob have accounts, Gus is a guest, Sam is staff."""

from __future__ import annotations

import time
from typing import Any

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.test import Client

from accounts.models import User
from accounts.staff import is_staff

PASSWORD = "a lamp over the table"


def alice() -> User:
    return User.objects.create_user("Alice", PASSWORD, email="alice@example.org")


def bob() -> User:
    return User.objects.create_user("Bob", PASSWORD)


def gus() -> User:
    return User.objects.create_guest("Gus", language="en")


def sam() -> User:
    return User.objects.create_superuser("Sam", PASSWORD)


def browser(user: User | None = None, **options: Any) -> Client:
    """Return a browser, signed in or not; in English unless the test sets another language.

    Staff have shown a second factor.
    """
    client = Client(headers={"Accept-Language": "en"}, **options)
    if user is not None:
        client.force_login(user)
        if is_staff(user):
            show_second_factor(client, user)
    return client


def second_factor(user: User) -> str:
    """Set up a second factor; return its secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret


def code(secret: str, later: int = 0) -> str:
    """Return the code of the authenticator app now, or this number of half minutes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + later))


def show_second_factor(client: Client, user: User) -> None:
    """Mark the session as if a second factor was shown."""
    if not Authenticator.objects.filter(user=user).exists():
        second_factor(user)
    _record(client, user, method="mfa")


def show_password(client: Client, user: User) -> Client:
    """Mark the session as if the password was just confirmed."""
    _record(client, user, method="password", reauthenticated=True)
    return client


def _record(client: Client, user: User, **shown: object) -> None:
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        *session.get(AUTHENTICATION_METHODS_SESSION_KEY, []),
        {"at": time.time(), **shown},
    ]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
