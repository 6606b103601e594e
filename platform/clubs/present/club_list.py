"""The list of clubs: the viewer's own, and the listed ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Count, Q, QuerySet

from clubs.models import Club, Member
from core.paging import Page, paginate

PAGE = 30


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club in a list. `role`: the viewer's, or ""."""

    club: Club
    members: int
    language: str
    role: str


def with_numbers(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Return these clubs with their numbers of members (`size`)."""
    inside = Q(members__role__in=Member.INSIDE, members__user__is_active=True)
    return clubs.annotate(size=Count("members", filter=inside))


def language_name(club: Club) -> str:
    """Return the name of the club's language in itself, or ""."""
    return dict(settings.LANGUAGES).get(club.language, "")


def own_clubs(user: Any) -> list[ClubCard]:
    """Return the clubs of this user, and those that they have asked to join."""
    if not user.is_authenticated:
        return []
    own = Member.objects.filter(user=user).exclude(role=Member.Role.BANNED)
    roles = dict(own.values_list("club", "role"))
    clubs = with_numbers(Club.objects.filter(pk__in=roles))
    return [_card(club, roles[club.pk]) for club in clubs]


def listed_clubs(user: Any, number: int) -> Page[ClubCard]:
    """Return a page of the listed clubs, without the viewer's own, the largest first."""
    own = Member.objects.filter(user=user if user.is_authenticated else None)
    clubs = Club.objects.exclude(entrance=Club.Entrance.LINK)
    others = clubs.exclude(pk__in=own.exclude(role=Member.Role.BANNED).values("club"))
    return paginate(with_numbers(others).order_by("-size", "name", "id"), number, PAGE, _card)


def _card(club: Club, role: str = "") -> ClubCard:
    return ClubCard(club, getattr(club, "size", 0), language_name(club), role)
