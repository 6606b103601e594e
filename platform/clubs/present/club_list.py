"""The list of clubs: the viewer's own, and the listed ones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Max, OuterRef, Q, Subquery
from django.db.models.functions import Greatest

from accounts.names import by_name
from clubs.models import Announcement, Club, ClubMember, ClubMessage, ClubTable
from clubs.present.current_tables import is_current
from core import clock
from core.paging import Page, paginate

PAGE = 30
SIZE = Count(
    "members", filter=Q(members__role__in=ClubMember.INSIDE, members__user__is_active=True)
)
"""The number of members of each club in a query."""


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club in a list. `role`: the viewer's, or "".

    Only members see the number of current `tables`, and the time of the last message or
    announcement.
    """

    club: Club
    members: int
    language: str
    role: str = ""
    tables: int = 0
    last_at: datetime | None = None


def language_name(club: Club) -> str:
    """Return the name of the club's language in itself, or ""."""
    return dict(settings.LANGUAGES).get(club.language, "")


def own_clubs(user: Any) -> list[ClubCard]:
    """Return the clubs of this user, and those that they have asked to join.

    Those with the latest words come first.
    """
    if not user.is_authenticated:
        return []
    own = ClubMember.objects.filter(user=user).exclude(role=ClubMember.Role.BANNED)
    roles = dict(own.values_list("club", "role"))
    clubs = Club.objects.filter(pk__in=roles).annotate(
        size=SIZE,
        current=_current_tables(),
        last_at=Greatest(_last(ClubMessage), _last(Announcement)),
    )
    cards = [_own_card(club, roles[club.pk]) for club in by_name(clubs)]
    return sorted(cards, key=lambda card: card.last_at or clock.as_datetime(0), reverse=True)


def _current_tables() -> Subquery:
    tables = ClubTable.objects.filter(is_current("match__"), club=OuterRef("pk"))
    return Subquery(tables.order_by().values("club").annotate(n=Count("pk")).values("n"))


def _last(words: type[Announcement | ClubMessage]) -> Subquery:
    written = words.objects.filter(club=OuterRef("pk")).order_by()
    return Subquery(written.values("club").annotate(last=Max("at")).values("last"))


def _own_card(club: Any, role: str) -> ClubCard:
    if role not in ClubMember.INSIDE:
        return ClubCard(club, club.size, language_name(club), role)
    return ClubCard(club, club.size, language_name(club), role, club.current or 0, club.last_at)


def listed_clubs(user: Any, number: int) -> Page[ClubCard]:
    """Return a page of the listed clubs, without the viewer's own, the largest first."""
    own = ClubMember.objects.filter(user=user if user.is_authenticated else None)
    clubs = Club.objects.exclude(entrance=Club.Entrance.LINK)
    others = clubs.exclude(pk__in=own.exclude(role=ClubMember.Role.BANNED).values("club"))
    largest = others.annotate(size=SIZE).order_by("-size", "name", "id")
    return paginate(largest, number, PAGE, _card)


def _card(club: Any) -> ClubCard:
    return ClubCard(club, club.size, language_name(club))
