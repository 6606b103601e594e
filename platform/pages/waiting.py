"""How many matches wait for somebody, and the way to the next: on every page."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from matches import listings


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many matches wait: without the one that the page shows (`skip`), and all of them.

    `place`: where that one stands among them, the most urgent first; None if it does not wait.
    """

    count: int = 0
    skip: uuid.UUID | None = None
    total: int = 0
    place: int | None = None

    @property
    def url(self) -> str:
        """Where the next one is: asked when it is followed, so it is never out of date."""
        return reverse("pages:next") + ("" if self.skip is None else f"?skip={self.skip}")


def waiting_for(user_id: int, skip: uuid.UUID | None) -> Waiting:
    """What waits for this user: one query."""
    ids = listings.waiting(user_id)
    place = ids.index(skip) + 1 if skip in ids else None
    return Waiting(count=len(ids) - (place is not None), skip=skip, total=len(ids), place=place)


def next_for(user_id: int, skip: uuid.UUID | None) -> uuid.UUID | None:
    """The match after the present one, round and round; the most urgent from anywhere else."""
    ids = listings.waiting(user_id)
    if skip in ids:
        at = ids.index(skip)
        ids = ids[at + 1 :] + ids[:at]
    return ids[0] if ids else None


def uuid_of(text: object) -> uuid.UUID | None:
    """The match that an address names, or None."""
    try:
        return uuid.UUID(str(text))
    except ValueError:
        return None


def context(request: HttpRequest) -> dict[str, Any]:
    """For every template; asked only where it is shown."""
    return {"waiting": SimpleLazyObject(lambda: _of(request))}


def _of(request: HttpRequest) -> Waiting:
    # A request that was refused at the door has no user yet, and gets a page all the same.
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Waiting()
    match = request.resolver_match
    return waiting_for(user.pk, None if match is None else match.kwargs.get("match_id"))
