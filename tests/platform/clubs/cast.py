"""Clubs for tests: Frida founds them, and people join."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from clubs.models import Club, ClubMember
from clubs.services.found_club import found_club
from clubs.services.join_club import join_by_link
from clubs.services.lead_members import appoint_officer
from tests.platform.matches.cast import person
from tests.sure import sure

SUNDAY: dict[str, Any] = {
    "name": "Sunday club",
    "slug": "sunday",
    "about": "We play on Sundays.",
    "language": "en",
    "entrance": Club.Entrance.ASK,
}


def founded(name: str = "Frida", **settings: Any) -> tuple[Club, User]:
    """Return a club that answers requests, and its founder."""
    frida = person(name)
    return found_club(frida, **SUNDAY | settings), frida


def member(club: Club, name: str, *, officer: bool = False) -> User:
    """Return a new member of the club, by its link."""
    user = person(name)
    join_by_link(sure(club.invite), user)
    if officer:
        appoint_officer(club.pk, founder(club), user.pk)
    return user


def founder(club: Club) -> User:
    return club.members.get(role=ClubMember.Role.FOUNDER).user


def role(club: Club, user: User) -> str:
    """Return the role of this user in the club, or ""."""
    found = club.members.filter(user=user).first()
    return "" if found is None else found.role
