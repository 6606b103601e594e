"""A user's friends: who is here, at which table, and which requests are open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from accounts import online
from accounts.models import User
from accounts.names import by_name, plain
from accounts.services.reach import apart
from friends.models import Friendship, between
from games.kernel.contract import Meta
from matches.engine import catalogue
from matches.models import Match, Seat

TABLES = 3
"""Tables shown for one friend, the newest first."""
IS_ASKED_SQL = """EXISTS (
  SELECT 1 FROM friends_friendship r WHERE r.asked_id = %(user)s AND r.since IS NULL)"""
"""Condition that `asking_people` of this user may return any; without it there are none."""


@dataclass(frozen=True, slots=True)
class FriendsTable:
    """A public table at which a friend sits.

    `joins`: a seat is free, so the page offers to join; otherwise it offers to watch. `seated`: the
    ids of the users who sit there.
    """

    match: Match
    meta: Meta
    joins: bool
    seated: frozenset[int | None]


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend. `is_here`: the friend is on the site now; None for a friend who hides this."""

    user: User
    is_here: bool | None
    tables: Sequence[FriendsTable]


@dataclass(frozen=True, slots=True)
class Circle:
    """The people on a user's page of friends; those who are here come first."""

    friends: Sequence[Friend]
    asking: Sequence[User]
    asked: Sequence[User]


def friend_ids(user_id: int | None) -> frozenset[int]:
    """Return the ids of this user's friends; an anonymous user has none."""
    if user_id is None:
        return frozenset()
    pairs = Friendship.objects.filter(Q(asker=user_id) | Q(asked=user_id), since__isnull=False)
    return frozenset(pk for pair in pairs.values_list("asker", "asked") for pk in pair) - {user_id}


def relation_to(user_id: int | None, other_id: int) -> str:
    """Return what another user is to this one: "friend", "asked", "asking", or "" for nothing.

    A request by a user on the other side of a block is not shown.
    """
    if user_id is None or user_id == other_id:
        return ""
    pair = Friendship.objects.filter(between(user_id, other_id)).first()
    if pair is None:
        return ""
    if pair.since is not None:
        return "friend"
    if pair.asker_id == user_id:
        return "asked"
    return "" if apart(user_id, [other_id]).all else "asking"


def asking_people(user_id: int) -> list[User]:
    """Return the people whose friend request this user has not answered."""
    open_ = Friendship.objects.filter(since=None, asked=user_id).select_related("asker")
    asking = [one.asker for one in open_.order_by("asked_at")]
    hidden = apart(user_id, [one.pk for one in asking]).all
    return [one for one in asking if one.pk not in hidden]


def visible_friends(user_ids: Collection[int]) -> dict[int, frozenset[int]]:
    """Return for each of these users the ids of the friends who show when they are here."""
    found: dict[int, set[int]] = {user_id: set() for user_id in user_ids}
    pairs = Friendship.objects.filter(since__isnull=False)
    pairs = pairs.filter(Q(asker__in=found) | Q(asked__in=found))
    for asker, asked, asker_hides, asked_hides in pairs.values_list(
        "asker", "asked", "asker__hides_presence", "asked__hides_presence"
    ):
        for user_id, friend, hides in ((asker, asked, asked_hides), (asked, asker, asker_hides)):
            if user_id in found and not hides:
                found[user_id].add(friend)
    return {user_id: frozenset(friends) for user_id, friends in found.items()}


def friends_of(user: User) -> list[Friend]:
    """Return the friends of this user by name, those who are here first."""
    present = online.who_is_here()
    people = _by_name(user)
    tables = tables_of([one.pk for one in people if not one.hides_presence])
    friends = [
        Friend(
            user=one,
            is_here=None if one.hides_presence else one.pk in present.ids,
            tables=tables[one.pk][:TABLES],
        )
        for one in people
    ]
    friends.sort(key=lambda friend: not friend.is_here)
    return friends


def names_of_friends(user: Any) -> list[str]:
    """Return the names of the viewer's friends in order; an anonymous viewer has none."""
    if not user.is_authenticated:
        return []
    return [one.name for one in _by_name(user)]


def _by_name(user: User) -> list[User]:
    return by_name(User.objects.filter(pk__in=friend_ids(user.pk), is_active=True))


def company_of(user: User) -> list[Friend]:
    """Return the friends of this user who are here or sit at a table that the user can open."""
    return [friend for friend in friends_of(user) if friend.is_here or friend.tables]


def called_like(friends: Sequence[Friend], wanted: str) -> list[Friend]:
    """Return those of these friends whose name contains these letters."""
    return [one for one in friends if plain(wanted) in plain(one.user.name)]


def circle_of(user: User) -> Circle:
    """Return the friends of this user by name, and the people with an open request."""
    asked = Friendship.objects.filter(since=None, asker=user, asked__is_active=True)
    return Circle(
        friends=friends_of(user),
        asking=asking_people(user.pk),
        asked=[one.asked for one in asked.select_related("asked")],
    )


def tables_of(user_ids: Sequence[int]) -> dict[int, list[FriendsTable]]:
    """Return the public tables at which these people sit, by user, the newest first.

    A table with a free seat is before all others.
    """
    found: defaultdict[int, list[FriendsTable]] = defaultdict(list)
    seats = (
        Seat.objects.filter(user__in=user_ids, match__public=True)
        .filter(match__status__in=(Match.Status.OPEN, Match.Status.RUNNING))
        .select_related("match")
        .prefetch_related("match__seats")
        .order_by("-match__created_at")
    )
    for seat in seats:
        seats_there = seat.match.seats.all()
        free = any(one.is_empty and not one.is_kept for one in seats_there)
        joins = free and seat.match.status == Match.Status.OPEN
        meta = catalogue.game_of(seat.match.game).meta
        seated = frozenset(one.user_id for one in seats_there)
        found[seat.user_id or 0].append(FriendsTable(seat.match, meta, joins, seated))
    for tables in found.values():
        tables.sort(key=lambda table: not table.joins)
    return found


def own_tables(user: User) -> list[tuple[Match, Meta]]:
    """Return the open tables with a free seat that this user hosts, to invite friends to."""
    hosted = Match.objects.filter(host=user, status=Match.Status.OPEN).prefetch_related("seats")
    return [
        (match, catalogue.game_of(match.game).meta)
        for match in hosted.order_by("-created_at")
        if any(seat.is_empty and not seat.is_kept for seat in match.seats.all())
    ]
