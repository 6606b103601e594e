"""The staff of these tests: Mona and Max moderate, Otto organises, Adele administers."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.contrib.auth.models import Group, Permission
from django.db.models import Q

from accounts.models import User
from moderation import roles
from tests.platform.accounts.cast import PASSWORD


def staff(name: str, role: str) -> User:
    """Somebody of the staff, by role."""
    user = User.objects.create_user(name, PASSWORD, is_staff=True)
    user.groups.add(_group(role))
    return user


def _group(role: str) -> Group:
    # A transactional test leaves no groups behind: what `migrate` makes is made anew here.
    group, created = Group.objects.get_or_create(name=role)
    if created:
        codes = [code.split(".") for code in roles.ROLES[role]]
        named = [Q(content_type__app_label=app, codename=name) for app, name in codes]
        group.permissions.set(Permission.objects.filter(reduce(or_, named)))
    return group


def mona() -> User:
    return staff("Mona", roles.MODERATORS)


def max_() -> User:
    return staff("Max", roles.MODERATORS)


def otto() -> User:
    return staff("Otto", roles.ORGANISERS)


def adele() -> User:
    return staff("Adele", roles.ADMINISTRATORS)
