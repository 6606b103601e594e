"""The number of waiting matches and appointments of a user, and the link to the next, on every
page.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from games.kernel.contract import Meta
from leagues.present.appointments_to_make import appointments_to_make
from matches.engine import catalogue
from matches.models import Match
from matches.present import listings


@dataclass(frozen=True, slots=True)
class Invitation:
    """A table with a seat reserved for the user. `host`: the inviting user, or "" if the table has
    none.
    """

    match_id: uuid.UUID
    meta: Meta
    host: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The number of waiting matches: without the one that the page shows (`skip`), and in total.

    `place`: the position of that one by urgency, or None if it does not wait. `invitation`: one of
    them, other than `skip`.
    """

    count: int = 0
    skip: uuid.UUID | None = None
    total: int = 0
    place: int | None = None
    invitation: Invitation | None = None

    @property
    def url(self) -> str:
        """The address that redirects to the next one, so that it is never out of date."""
        return reverse("pages:next_match") + ("" if self.skip is None else f"?skip={self.skip}")


def waiting_for(user_id: int, skip: uuid.UUID | None) -> Waiting:
    """Return what waits for this user: two queries, and one more if there is an invitation."""
    needs = listings.needs(user_id)
    ids = list(needs)
    place = ids.index(skip) + 1 if skip in ids else None
    total = len(ids) + len(_to_arrange(user_id))
    kept = [match_id for match_id in ids if needs[match_id] == listings.SEAT and match_id != skip]
    return Waiting(
        count=total - (place is not None),
        skip=skip,
        total=total,
        place=place,
        invitation=_invitation(kept[0]) if kept else None,
    )


def _invitation(match_id: uuid.UUID) -> Invitation | None:
    match = Match.objects.select_related("host").filter(pk=match_id).first()
    if match is None:
        return None
    host = match.host.name if match.host is not None else ""
    return Invitation(match_id, catalogue.game_of(match.game).meta, host)


def next_for(user_id: int, skip: uuid.UUID | None) -> str | None:
    """Return the address after the present match, in a cycle; from any other page, the address of
    the most urgent match. Appointments follow all matches.
    """
    ids = listings.waiting(user_id)
    at = ids.index(skip) if skip in ids else -1
    matches = [reverse("matches:table", args=[match_id]) for match_id in ids]
    found = [*matches[at + 1 :], *_to_arrange(user_id), *matches[: max(at, 0)]]
    return found[0] if found else None


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
