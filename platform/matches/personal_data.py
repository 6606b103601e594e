"""What matches know of somebody, for the file that people take along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F, Q

from accounts.models import User
from matches.models import Departure, Match, Message, Move, Seat


def matches(user: User) -> Sequence[Mapping[str, object]]:
    """The matches of a user, each with their own moves of the rounds that are over."""
    held = Seat.objects.filter(Q(user=user) | Q(dealt_to=user)).select_related("match")
    return [_match(seat) for seat in held.order_by("match__created_at")]


def _match(seat: Seat) -> dict[str, Any]:
    match: Match = seat.match
    moves = Move.objects.filter(
        round__match=match, round__outcome__isnull=False, seat=seat.number
    ).order_by("round__number", "number")
    return {
        "id": match.pk,
        "game": match.game,
        "status": match.status,
        "tempo": match.tempo,
        "opened": match.created_at,
        "finished": match.finished_at,
        "standing": match.standing,
        "seat": seat.number,
        "moves": list(moves.values("number", "action", "at_ms", in_round=F("round__number"))),
    }


def talk(user: User) -> Sequence[Mapping[str, object]]:
    """What a user has said at tables."""
    said = Message.objects.filter(author=user).order_by("id")
    return list(said.values("match_id", "at", "text", "preset"))


def departures(user: User) -> Sequence[Mapping[str, object]]:
    """When a user was away from a match that ran."""
    away = Departure.objects.filter(user=user).order_by("id")
    return list(away.values("match_id", "why", "at", "back_at"))
