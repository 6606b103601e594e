"""The data of a user in matches, for the export of personal data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F, Q

from accounts.models import User
from matches.models import Departure, Match, Message, Move, Seat


def matches(user: User) -> Sequence[Mapping[str, object]]:
    """Return the matches of a user, each with the user's own moves in finished rounds."""
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
    """Return the messages that a user wrote at tables."""
    said = Message.objects.filter(author=user).order_by("id")
    return list(said.values("match_id", "at", "text", "preset"))


def departures(user: User) -> Sequence[Mapping[str, object]]:
    """Return the times when a user was away from a running match."""
    away = Departure.objects.filter(user=user).order_by("id")
    return list(away.values("match_id", "why", "at", "back_at"))
