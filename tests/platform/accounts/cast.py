"""The people of these tests: Alice and Bob have accounts, Gus is a guest, Sam is staff."""

from __future__ import annotations

from django.test import Client

from accounts.models import User

PASSWORD = "a lamp over the table"


def alice() -> User:
    return User.objects.create_user("Alice", PASSWORD, email="alice@example.org")


def bob() -> User:
    return User.objects.create_user("Bob", PASSWORD)


def gus() -> User:
    return User.objects.create_guest("Gus", language="en")


def sam() -> User:
    return User.objects.create_superuser("Sam", PASSWORD)


def browser(user: User | None = None, **options: bool) -> Client:
    """A browser, signed in or a stranger's; English unless the test says otherwise."""
    client = Client(headers={"Accept-Language": "en"}, **options)
    if user is not None:
        client.force_login(user)
    return client
