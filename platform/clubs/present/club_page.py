"""The page of a club, as a viewer sees it: only members see each other, the tables and the talk."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from accounts import online
from accounts.models import User
from accounts.names import alphabetical, by_name
from clubs import access
from clubs.models import Announcement, Club, ClubMember, ClubTable
from clubs.present.club_list import language_name
from clubs.present.current_tables import is_current
from core import clock
from leagues.models import League
from leagues.present.thread import Letter, letters_by_reader
from leagues.season import access as league_access
from lobby.open_tables import PublicTable, table_row
from matches.engine import catalogue
from matches.models import Match
from matches.models.seat import seats_with_users

NEWEST = 10
"""Announcements on the page."""
SUCCESSION = timedelta(days=30)
"""Time for which the page says that the founder was replaced."""
RANK = {role: place for place, role in enumerate(ClubMember.INSIDE)}


@dataclass(frozen=True, slots=True)
class Person:
    """A member on the page. `is_here`: they are on the site now, and show it. `is_offered`: they can
    take the club over.
    """

    user: User
    role: str
    role_name: str
    at: Any
    is_here: bool
    is_offered: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the club. `joins`: a seat is free for any member; `sits`: the viewer sits there."""

    row: PublicTable
    joins: bool
    sits: bool

    @property
    def runs(self) -> bool:
        return self.row.match.status == Match.Status.RUNNING


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A league of the club. `invite`: the token of its link, if a member does not see it yet."""

    league: League
    is_visible: bool
    invite: str


@dataclass(frozen=True, slots=True)
class LiveParts:
    """The parts of the page that a push replaces: the tables, and the messages by reader."""

    club: Club
    matches: list[Match]
    letters: dict[int, list[Letter]]

    def context_for(self, own: ClubMember) -> dict[str, Any]:
        """Return the context of these parts for one of the members, in the present language."""
        tables = [_table(match, own.user_id) for match in self.matches]
        return {
            "club": self.club,
            "games": catalogue.easiest_first(),
            "leads": own.leads,
            "tables": sorted(tables, key=lambda one: (one.runs, not one.joins)),
            "letters": self.letters[own.user_id],
        }


def page_context(club: Club, user: Any) -> dict[str, Any]:
    """Return the context of a club's page for this user or visitor."""
    own = access.membership_of(club, user)
    is_inside = own is not None and own.is_inside
    people = people_of(club)
    context: dict[str, Any] = {
        "club": club,
        "own": own,
        "is_inside": is_inside,
        "leads": own is not None and own.leads,
        "spoken": language_name(club),
        "count": len(people),
        "people": people if is_inside else [one for one in people if one.role in ClubMember.LEADS],
        "leagues": leagues_of(club, user, is_inside=is_inside),
    }
    if own is not None and is_inside:
        context |= live_parts(club, [own]).context_for(own)
        context |= {
            "announcements": announcements_of(club),
            "succeeded": club.succeeded_at is not None
            and clock.now() < club.succeeded_at + SUCCESSION,
            "asked": club.members.filter(role=ClubMember.Role.ASKED).count() if own.leads else 0,
        }
    return context


def live_parts(club: Club, members: Collection[ClubMember]) -> LiveParts:
    """Return the parts of the page that a push replaces, for these members.

    The number of queries does not depend on the number of members.
    """
    readers = [one.user_id for one in members]
    return LiveParts(club, tables_of(club), letters_by_reader(club.messages.all(), readers))


def people_of(club: Club) -> list[Person]:
    """Return the members: the founder, the officers and the others, by name."""
    here = online.who_is_here().ids
    found = club.members.filter(role__in=ClubMember.INSIDE, user__is_active=True)
    people = [
        Person(
            one.user,
            one.role,
            one.get_role_display(),
            one.at,
            is_here=one.user_id in here,
            is_offered=one.is_offered,
        )
        for one in found.select_related("user")
    ]
    return sorted(
        people, key=lambda one: (RANK[ClubMember.Role(one.role)], alphabetical(one.user.name))
    )


def announcements_of(club: Club) -> list[Announcement]:
    """Return the newest announcements."""
    return list(club.announcements.select_related("author")[:NEWEST])


def tables_of(club: Club) -> list[Match]:
    """Return the tables of the club that are open or running, the newest first."""
    tables = ClubTable.objects.filter(club=club).values("match")
    found = Match.objects.filter(is_current(), pk__in=tables)
    rows = found.select_related("rules", "host").prefetch_related(seats_with_users())
    return list(rows.order_by("-created_at"))


def _table(match: Match, user_id: int) -> Table:
    row = table_row(match)
    is_open = match.status == Match.Status.OPEN
    free = any(seat.is_empty and not seat.is_kept for seat in match.seats.all())
    return Table(row, joins=is_open and free, sits=user_id in row.seated)


def leagues_of(club: Club, user: Any, *, is_inside: bool) -> list[LeagueLine]:
    """Return the leagues of the club: to members all of them, to others those that they may see."""
    leagues = League.objects.filter(pk__in=club.leagues.values("league"), closed_at=None)
    visible = set(
        league_access.visible_to(user).filter(pk__in=leagues).values_list("pk", flat=True)
    )
    return [
        LeagueLine(league, league.pk in visible, _invite(league, visible))
        for league in by_name(leagues)
        if is_inside or league.pk in visible
    ]


def _invite(league: League, visible: set[int]) -> str:
    return "" if league.pk in visible else league.invite or ""


def leagues_to_add(club: Club, user: User) -> list[League]:
    """Return the leagues that this user organises and that the page does not list yet."""
    own = League.objects.filter(organisers=user, closed_at=None)
    return by_name(own.exclude(pk__in=club.leagues.values("league")))
