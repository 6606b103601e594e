"""Permissions: the clubs that a user may see, and what their role there allows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from clubs.models import Club, ClubMember
from core.refusals import refused


def visible_to(user: Any) -> QuerySet[Club]:
    """Return the clubs that this user or visitor may see: the listed ones, and their own."""
    listed = ~Q(entrance=Club.Entrance.LINK)
    if not user.is_authenticated:
        return Club.objects.filter(listed)
    own = ClubMember.objects.filter(user=user, role__in=ClubMember.INSIDE)
    return Club.objects.filter(listed | Q(pk__in=own.values("club")))


def membership_of(club: Club, user: Any) -> ClubMember | None:
    """Return the row of this user in the club, whatever their role is there."""
    return club.members.filter(user=user).first() if user.is_authenticated else None


def members_among(club: Club, user_ids: Collection[int]) -> list[ClubMember]:
    """Return the memberships of those of these users who are members."""
    return list(club.members.filter(role__in=ClubMember.INSIDE, user__in=user_ids))


def founder_of(club: Club) -> User | None:
    """Return the founder, or None while a club has none."""
    found = club.members.select_related("user").filter(role=ClubMember.Role.FOUNDER).first()
    return found.user if found else None


def check_inside(user: User, club: Club) -> ClubMember:
    """Return the membership of a member.

    Raises:
        Refused: `members_only`.
    """
    found = membership_of(club, user)
    if found is None or not found.is_inside:
        raise refused("members_only")
    return found


def check_leads(user: User, club: Club) -> ClubMember:
    """Return the membership of the founder or an officer.

    Raises:
        Refused: `not_yours`.
    """
    found = membership_of(club, user)
    if found is None or not found.leads:
        raise refused("not_yours")
    return found


def check_founder(user: User, club: Club) -> ClubMember:
    """Return the membership of the founder.

    Raises:
        Refused: `not_yours`.
    """
    found = check_leads(user, club)
    if found.role != ClubMember.Role.FOUNDER:
        raise refused("not_yours")
    return found
