"""The public tables: those with a free seat for anyone, and those that anyone can watch."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.expressions import OrderBy

from core import clock
from matches.models import Match, Seat
from matches.models.seat import seats_with_users

LISTED = timedelta(days=7)
"""Time for which an open table stays in the list; after that, its players no longer wait."""


def open_tables(game: str = "", tempo: str = "", first: Collection[int] = ()) -> QuerySet[Match]:
    """Return the public tables with a free seat for anyone, the newest first.

    Tables at which one of these users sits (`first`) come before all others.
    """
    free = Seat.objects.filter(match=OuterRef("pk"), user=None, bot="", kept_for=None, invite=None)
    found = _public(game, tempo, first, "-created_at")
    return found.filter(
        Exists(free), status=Match.Status.OPEN, created_at__gt=clock.machine_now() - LISTED
    )


def running_tables(game: str = "", tempo: str = "", first: Collection[int] = ()) -> QuerySet[Match]:
    """Return the public matches that anyone can watch, in the same order, those of bots alone last."""
    people = Exists(Seat.objects.filter(match=OuterRef("pk"), user__isnull=False))
    found = _public(game, tempo, first, people.desc(), "-started_at")
    return found.filter(status=Match.Status.RUNNING)


def _public(
    game: str, tempo: str, first: Collection[int], *order: str | OrderBy
) -> QuerySet[Match]:
    wanted = {name: value for name, value in (("game", game), ("tempo", tempo)) if value}
    found = (
        Match.objects.filter(public=True, **wanted)
        .select_related("rules", "host")
        .prefetch_related(seats_with_users())
    )
    if not first:
        return found.order_by(*order, "pk")
    there = Exists(Seat.objects.filter(match=OuterRef("pk"), user__in=first))
    return found.order_by(there.desc(), *order, "pk")
