"""The number of waiting matches and appointments of a user, and the link to the next, on every
page.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from friends.friend_lists import IS_ASKED_SQL, asking_people
from friends.invitations import Invitation, invitations_to
from friends.services.challenge import HAS_ANSWERS_SQL, answers_for
from friends.services.put_away import put_away_by
from games.kernel.contract import Meta
from leagues.present.appointments_to_make import HAS_SOME_SQL, appointments_to_make
from matches.engine import catalogue
from matches.models import Match
from matches.present import listings
from matches.store.rows import columns, fetch, prepared

SHOWN = 10
"""Invitations, and answers to challenges, that the bars show at most."""


class _Found(NamedTuple):
    """Things that may wait for a user beside matches; most pages find none, and read no more."""

    appointments: bool
    answers: bool
    friends: bool


_COLUMNS = columns(
    _Found, "", appointments=HAS_SOME_SQL, answers=HAS_ANSWERS_SQL, friends=IS_ASKED_SQL
)


def _find(user_id: int) -> _Found:
    with prepared() as cursor:
        cursor.execute(f"SELECT {_COLUMNS}", {"user": user_id})
        return fetch(cursor, _Found)[0]


@dataclass(frozen=True, slots=True)
class Answered:
    """A challenge by the user that was declined, or not answered in time.

    `is_open`: the user can still invite others to its table. `is_shown`: the page shows that table.
    """

    is_answer: ClassVar[bool] = True

    match_id: uuid.UUID
    meta: Meta
    name: str
    is_declined: bool
    is_open: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The requests of other people to the user: seats to take, and the number of friend requests.

    `seats`: the number of seats that are kept for them and not put away; `invitations` are the
    oldest ones. `answered`: the answers to the user's own challenges that they have not put away.
    """

    seats: int = 0
    invitations: Sequence[Invitation] = ()
    answered: Sequence[Answered] = ()
    friends: int = 0

    @property
    def bars(self) -> Sequence[Invitation | Answered]:
        """The bars at the top of the page: first those that wait for an answer, the oldest first, so
        that a new one moves no other.
        """
        return (*self.invitations, *self.answered)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The number of waiting matches: without the one that the page shows (`skip`), and in total.

    `place`: the position of that one by urgency, or None if it does not wait.
    """

    count: int = 0
    skip: uuid.UUID | None = None
    total: int = 0
    place: int | None = None
    asked: Asked = Asked()

    @property
    def turns(self) -> int:
        """The number without invitations that have a bar of their own."""
        return self.count - self.asked.seats

    @property
    def url(self) -> str:
        """The address that redirects to the next one, so that it is never out of date."""
        return reverse("pages:next_match") + ("" if self.skip is None else f"?skip={self.skip}")


def waiting_for(user_id: int, skip: uuid.UUID | None) -> Waiting:
    """Return what waits for this user, and what other people ask of them."""
    found = _find(user_id)
    order, at, in_bars = _order(user_id, skip, found)
    place = None if at is None else at + 1
    in_bars = [match_id for match_id in in_bars if match_id != skip]
    return Waiting(
        count=len(order) - (place is not None),
        skip=skip,
        total=len(order),
        place=place,
        asked=Asked(
            seats=len(in_bars),
            invitations=invitations_to(in_bars, user_id, SHOWN) if in_bars else (),
            answered=_answered(user_id, skip) if found.answers else (),
            friends=len(asking_people(user_id)) if found.friends else 0,
        ),
    )


def _answered(user_id: int, skip: uuid.UUID | None) -> tuple[Answered, ...]:
    rows = answers_for(user_id).select_related("match", "asked").order_by("asked_at")[:SHOWN]
    return tuple(
        Answered(
            match_id=one.match_id,
            meta=catalogue.game_of(one.match.game).meta,
            name=one.asked.name,
            is_declined=one.answer == one.Answer.DECLINED,
            is_open=one.match.status == Match.Status.OPEN,
            is_shown=one.match_id == skip,
        )
        for one in rows
    )


def next_for(user_id: int, skip: uuid.UUID | None) -> str | None:
    """Return the address after the present match, in a cycle; from any other page, the address of
    the most urgent match.
    """
    order, at, _in_bars = _order(user_id, skip, _find(user_id))
    others = order if at is None else [*order[at + 1 :], *order[:at]]
    return others[0] if others else None


def _order(
    user_id: int, skip: uuid.UUID | None, found: _Found
) -> tuple[list[str], int | None, list[uuid.UUID]]:
    """Return the addresses of all that waits for this user, the index of this match in them, and
    the kept seats with a bar of their own.

    The most urgent match is first. Appointments follow the matches, and those seats come last.
    """
    needs = listings.needs(user_id)
    kept = [match_id for match_id, need in needs.items() if need == listings.SEAT]
    later = put_away_by(user_id, kept) if kept else frozenset()
    in_bars = [match_id for match_id in kept if match_id not in later]
    turns = [_table(match_id) for match_id in needs if match_id not in in_bars]
    appointments = _to_arrange(user_id) if found.appointments else []
    order = [*turns, *appointments, *map(_table, in_bars)]
    return order, order.index(_table(skip)) if skip in needs else None, in_bars


def _table(match_id: uuid.UUID | None) -> str:
    return reverse("matches:table", args=[match_id])


def _to_arrange(user_id: int) -> list[str]:
    return [one.url for one in appointments_to_make(user_id) if one.waits]


def uuid_of(text: object) -> uuid.UUID | None:
    """Return the match id in an address, or None."""
    try:
        return uuid.UUID(str(text))
    except ValueError:
        return None


def waiting_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context processor's value of what waits for the user; it is lazy."""
    return {"waiting": SimpleLazyObject(lambda: _waiting_for_request(request))}


def _waiting_for_request(request: HttpRequest) -> Waiting:
    # A request that a middleware refused has no user yet, and still gets a page.
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Waiting()
    match = request.resolver_match
    return waiting_for(user.pk, None if match is None else match.kwargs.get("match_id"))
