"""The list of clubs: the viewer's own, and the listed ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Count, Q

from clubs.models import Club, ClubMember
from core.paging import Page, paginate

PAGE = 30
SIZE = Count(
    "members", filter=Q(members__role__in=ClubMember.INSIDE, members__user__is_active=True)
)
"""The number of members of each club in a query."""


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club in a list. `role`: the viewer's, or ""."""

    club: Club
    members: int
    language: str
    role: str


def language_name(club: Club) -> str:
    """Return the name of the club's language in itself, or ""."""
    return dict(settings.LANGUAGES).get(club.language, "")


def own_clubs(user: Any) -> list[ClubCard]:
    """Return the clubs of this user, and those that they have asked to join."""
    if not user.is_authenticated:
        return []
    own = ClubMember.objects.filter(user=user).exclude(role=ClubMember.Role.BANNED)
    roles = dict(own.values_list("club", "role"))
    clubs = Club.objects.filter(pk__in=roles).annotate(size=SIZE)
    return [_card(club, roles[club.pk]) for club in clubs]


def listed_clubs(user: Any, number: int) -> Page[ClubCard]:
    """Return a page of the listed clubs, without the viewer's own, the largest first."""
    own = ClubMember.objects.filter(user=user if user.is_authenticated else None)
    clubs = Club.objects.exclude(entrance=Club.Entrance.LINK)
    others = clubs.exclude(pk__in=own.exclude(role=ClubMember.Role.BANNED).values("club"))
    largest = others.annotate(size=SIZE).order_by("-size", "name", "id")
    return paginate(largest, number, PAGE, _card)


def _card(club: Club, role: str = "") -> ClubCard:
    return ClubCard(club, getattr(club, "size", 0), language_name(club), role)
