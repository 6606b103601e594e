"""The public tables: those where anybody can sit down, and those that anybody can watch."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from matches.models import Match, Seat
from matches.models.seat import seats_with_users

LISTED = timedelta(days=7)
"""How long an open table stands in the list: after that nobody waits there any more."""


def open_tables(game: str = "", tempo: str = "") -> QuerySet[Match]:
    """The public tables where anybody can sit down, the newest first."""
    free = Seat.objects.filter(match=OuterRef("pk"), user=None, bot="", kept_for=None, invite=None)
    return _public(game, tempo).filter(
        Exists(free), status=Match.Status.OPEN, created_at__gt=timezone.now() - LISTED
    )


def running_tables(game: str = "", tempo: str = "") -> QuerySet[Match]:
    """The public matches that anybody can watch, the newest first."""
    return _public(game, tempo).filter(status=Match.Status.RUNNING).order_by("-started_at")


def _public(game: str, tempo: str) -> QuerySet[Match]:
    wanted = {name: value for name, value in (("game", game), ("tempo", tempo)) if value}
    return (
        Match.objects.filter(public=True, **wanted)
        .select_related("rules", "host")
        .prefetch_related(seats_with_users())
        .order_by("-created_at")
    )
