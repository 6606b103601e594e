"""The matches whose state a connecting bot receives, and the last state sent of each."""

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
"""Time after the end of a match during which a connecting bot still receives it."""
ENDED_AT_ONCE = 100
"""The most ended matches that a connecting bot receives, the latest ones. Running matches have no
limit.
"""
AT_ONCE = 20
"""Matches that are loaded together, so that the first messages do not wait for thousands of
matches.
"""
GOES_ON = frozenset({Match.Status.OPEN.value, Match.Status.RUNNING.value})


@dataclass(frozen=True, slots=True)
class ToldMatch:
    """The last state of a match that was sent to the bot, with the number of the round's events."""

    round: int
    version: int
    status: str
    events: int


def matches_to_tell(user: User, shown: Mapping[uuid.UUID, ToldMatch]) -> list[uuid.UUID]:
    """Return all open and running matches in which a bot has a seat or a challenge, then recently
    ended ones.

    `shown`: the states sent before. A match among them is always returned if it went on then.
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
    """Yield these matches in portions, each match once."""
    rest = iter(dict.fromkeys(matches))
    while some := list(islice(rest, AT_ONCE)):
        yield some
