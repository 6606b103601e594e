"""Of which matches a bot that connects is told, and what it was told of each."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice

from accounts.models import User
from api.play.tables import challenges_of
from core import clock
from matches.models import Match, Seat

RECENT = timedelta(days=1)
"""So long after the end of a match a bot that comes is told of it."""
ENDED_AT_ONCE = 100
"""So many of these at most, the latest. Of what goes on it is told without a limit."""
AT_ONCE = 20
"""Matches that are looked at together: nothing waits for the last of thousands."""
GOES_ON = frozenset({Match.Status.OPEN.value, Match.Status.RUNNING.value})


@dataclass(frozen=True, slots=True)
class ToldMatch:
    """What the bot was last told of a match, and how many of the round's events that were."""

    round: int
    version: int
    status: str
    events: int


def matches_to_tell(user: User, shown: Mapping[uuid.UUID, ToldMatch]) -> list[uuid.UUID]:
    """Every match that goes on and where a bot sits or might, however many; then what ended lately.

    `shown`: of which matches it was told what. How these ended it is told in any case.
    """
    of_seats = Seat.objects.filter(user=user).order_by("pk").values_list("match_id", flat=True)
    lately = of_seats.filter(ended_at__gt=clock.now() - RECENT).order_by("-ended_at", "-pk")
    found = [
        *of_seats.filter(match__status=Match.Status.RUNNING),
        *of_seats.filter(match__status=Match.Status.OPEN),
        *challenges_of(user.pk).order_by("pk").values_list("match_id", flat=True),
        *(match_id for match_id, told in shown.items() if told.status in GOES_ON),
        *reversed(lately[:ENDED_AT_ONCE]),
    ]
    return list(dict.fromkeys(found))


def in_portions(matches: Iterable[uuid.UUID]) -> Iterator[list[uuid.UUID]]:
    """These matches, each once, some at a time."""
    rest = iter(dict.fromkeys(matches))
    while some := list(islice(rest, AT_ONCE)):
        yield some
