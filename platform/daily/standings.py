"""The results of all players at the deal of a day."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.services.reach import apart
from daily import days
from daily.models import Attempt, Day
from matches.engine import stored_values
from matches.models import Match, Move, Round

SHOWN = 100
PERSON = 0
"""The seat of the person at every daily deal."""
COUNTS = Q(
    user__is_active=True,
    match__status=Match.Status.FINISHED,
    match__result__isnull=False,
    match__departures__isnull=True,  # a bot may have played on meanwhile
)
"""Tries that were played to the end by their user, in any time."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A result in the table of a day.

    `rank`: among the requested results; ties share it. `place`, `of`: at the table with the bots.
    `points`: of the round. `moves`: the number of moves of the person.
    """

    rank: int
    user_id: int
    name: str
    is_friend: bool
    place: int
    of: int
    points: int
    moves: int


def result_of(day: Day, user: User) -> DailyResult | None:
    """Return this user's own result of that day, or None if none counts."""
    return next(iter(_ranked(day, _counting_attempts(day).filter(user=user))), None)


def standings_of(day: Day, viewer: User | None, friends: Collection[int] = ()) -> list[DailyResult]:
    """Return the results of a day, friends first, then the best; the viewer's own is always
    included.

    Users who have blocked the viewer, or whom the viewer has blocked, are excluded. `friends`:
    user ids.
    """
    hidden: frozenset[int] = frozenset()
    own = None
    if viewer is not None:
        own = viewer.pk
    ranked = _ranked(day, _counting_attempts(day), friends)
    if own is not None:
        hidden = apart(own, [line.user_id for line in ranked]).by_block
    lines = [line for line in ranked if line.user_id not in hidden]
    lines.sort(key=lambda line: not (line.is_friend or (friends and line.user_id == own)))
    return [n for at, n in enumerate(lines) if at < SHOWN or n.user_id == own]


def players_of(day: Day) -> int:
    """Return the number of people who have finished this deal."""
    return Attempt.objects.filter(COUNTS, day=day, match__finished_at__lt=day.ends_at).count()


@dataclass(frozen=True, slots=True)
class BestRound:
    """The best result of a past day that a viewer may know; `match_id`: to read it, if its player
    has published it.
    """

    line: DailyResult
    match_id: uuid.UUID | None


def best_round(day: Day, viewer: User | None) -> BestRound | None:
    """Return the best result of a past day; of equal ones, a published one."""
    lines = standings_of(day, viewer)
    best = [line for line in lines if line.rank == lines[0].rank]
    if not best:
        return None
    tries = Attempt.objects.filter(day=day, user__in=[line.user_id for line in best])
    published = dict(tries.filter(match__public=True).values_list("user", "match"))
    best.sort(key=lambda line: line.user_id not in published)
    return BestRound(best[0], published.get(best[0].user_id))


def _ranked(
    day: Day, attempts: Iterable[Attempt], friends: Collection[int] = ()
) -> list[DailyResult]:
    """Return the results ranked, the best first: by place, then points, then fewer own moves."""
    best = 1 if days.meta_of(day).pad.lowest_wins else -1
    found = [(_values(attempt, best), attempt) for attempt in attempts]
    found.sort(key=lambda one: (one[0], one[1].pk))
    lines: list[DailyResult] = []
    for number, (key, attempt) in enumerate(found):
        shared = number > 0 and found[number - 1][0] == key
        place, points, moves = key
        lines.append(
            DailyResult(
                rank=lines[-1].rank if shared else number + 1,
                user_id=attempt.user_id,
                name=attempt.user.name,
                is_friend=attempt.user_id in friends,
                place=place,
                of=day.seats,
                points=points * best,
                moves=moves,
            )
        )
    return lines


def _values(attempt: Any, best: int) -> tuple[int, int, int]:
    place = stored_values.standing_of(attempt.result).places[PERSON]
    return place, stored_values.outcome_of(attempt.outcome).scores[PERSON] * best, attempt.moves


def _counting_attempts(day: Day) -> QuerySet[Attempt]:
    """Return the tries that count: played by that user to the end before the day was over, and not
    void.
    """
    own_moves = (
        Move.objects.filter(round__match=OuterRef("match"), seat=PERSON)
        .order_by()
        .values("seat")
        .annotate(count=Count("pk"))
        .values("count")
    )
    outcome = Round.objects.filter(match=OuterRef("match"), number=1).values("outcome")
    return (
        Attempt.objects.filter(COUNTS, day=day, match__finished_at__lt=day.ends_at)
        .select_related("user")
        .annotate(
            result=F("match__result"),
            outcome=Subquery(outcome),
            moves=Coalesce(Subquery(own_moves), 0),
        )
    )
