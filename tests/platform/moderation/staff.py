"""The staff of these tests: Mona and Max moderate, Otto organises, Adele administers."""

from __future__ import annotations

from django.contrib.auth.models import Group

from accounts.models import User
from moderation.staff import roles
from tests.platform.accounts.cast import PASSWORD


def staff(name: str, role: str) -> User:
    """Return a member of the staff, by role."""
    user = User.objects.create_user(name, PASSWORD, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


def mona() -> User:
    return staff("Mona", roles.MODERATORS)


def max_() -> User:
    return staff("Max", roles.MODERATORS)


def otto() -> User:
    return staff("Otto", roles.ORGANISERS)


def adele() -> User:
    return staff("Adele", roles.ADMINISTRATORS)
