"""Matches that are over without play: the source of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from core import clock
from games.kernel.contract import Standing
from matches.engine import stored_values
from matches.models import Match, Seat
from matches.services.rules_versions import publish_version
from ratings.services import recompute_ratings

GAME = "sleeping_queens"
BEGAN_MS = 1_790_000_000_000
MINUTE_MS = 60_000


def played(
    holders: Sequence[User | str | None], places: Sequence[int], minute: int = 0, **given: Any
) -> Match:
    """Store a rated match that ended then, with a seat for each person, bot level or empty place."""
    game = given.pop("game", GAME)
    standing = Standing(tuple(-place for place in places), tuple(places), decided=True)
    match = Match.objects.create(
        **{
            "game": game,
            "rules": publish_version(game),
            "status": Match.Status.FINISHED,
            "tempo": "live",
            "pace": {},
            "rated": True,
            "public": True,
            "finished_at": clock.as_datetime(BEGAN_MS + minute * MINUTE_MS),
            "standing": stored_values.to_json(standing),
            "result": stored_values.to_json(standing),
        }
        | given
    )
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=number,
            user=holder if isinstance(holder, User) else None,
            dealt_to=holder if isinstance(holder, User) else None,
            bot=holder if isinstance(holder, str) else "",
            bot_version=int(isinstance(holder, str)),
        )
        for number, holder in enumerate(holders)
    )
    return match


def followed(*matches: Match) -> None:
    """Update the ratings by these matches, one after the other."""
    for match in matches:
        recompute_ratings.mark_match_stale(match_id=match.pk)
        recompute_ratings.catch_up(match.game)
