"""Statistics on collusion: does a player do better when a certain other sits at the table?

For each match with three seats or more, it computes the share of the other players whom the player
beat, without the one in question. The share at tables with the other is compared with the share at
tables without. The result proves nothing, because friends play differently and luck does the rest.
Therefore the page also shows how often chance alone would make such a difference, and a person
judges.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import erfc, sqrt

from django.db.models import Q

from accounts.models import User
from matches.models import Departure, Match, Seat

LEAST = 5
"""Smallest number of shared matches for a comparison."""
SPREAD = 0.37
"""Standard deviation of such a share between matches by luck alone, at four seats."""
MOST = 2_000
"""Matches of one person that are examined, the newest."""


@dataclass(frozen=True, slots=True)
class SeatedResult:
    """Places by seat, and the user who was dealt each seat (None: a bot, or a deleted user).

    `substitutes`: the seats of all substitutes, for any length of time.
    """

    places: Sequence[int]
    people: Sequence[int | None]
    substitutes: Mapping[int, int] = field(default_factory=dict)

    @property
    def everybody(self) -> set[int]:
        """All people who played there."""
        return {one for one in self.people if one is not None} | self.substitutes.keys()

    def seat_of(self, person: int) -> int:
        """Return the seat of one of `everybody`."""
        known = self.substitutes.get(person)
        return self.people.index(person) if known is None else known


@dataclass(frozen=True, slots=True)
class PairStats:
    """The results of `who` at tables with and without `other`: shares of the rest that they beat."""

    who: int
    other: int
    shared: int
    with_other: float
    without: float
    ahead_of_other: float
    """Number of the shared matches in which they finished ahead of the other."""
    by_chance: float
    """Probability that chance alone makes a difference as large, in either direction."""

    @property
    def percents(self) -> tuple[int, int, int]:
        """The three shares in percent."""
        shares = (self.with_other, self.without, self.ahead_of_other)
        return round(100 * shares[0]), round(100 * shares[1]), round(100 * shares[2])

    @property
    def one_in(self) -> int:
        """Number of pairs among which chance alone produces about one such difference."""
        return round(1 / max(self.by_chance, 1e-6))


def pair_stats(results: Iterable[SeatedResult], user_id: int) -> list[PairStats]:
    """Return the comparison for each player with enough shared matches with this user.

    It goes both ways: the user beside the other, and the other beside the user if `results` has
    enough. The least likely comes first.
    """
    rows = [row for row in results if len(row.places) > 2 and user_id in row.everybody]
    others: dict[int, list[SeatedResult]] = defaultdict(list)
    for row in rows:
        for other in row.everybody - {user_id}:
            if row.seat_of(other) != row.seat_of(user_id):
                others[other].append(row)
    found = []
    for other, shared in others.items():
        apart = [row for row in rows if other not in row.everybody]
        if len(shared) >= LEAST and len(apart) >= LEAST:
            found.append(_pair(user_id, other, shared, apart))
    return sorted(found, key=lambda favour: (favour.by_chance, favour.other))


def _pair(who: int, other: int, shared: list[SeatedResult], apart: list[SeatedResult]) -> PairStats:
    beside = [_share_beaten(row, who, leave_out=other) for row in shared]
    alone = [_share_beaten(row, who) for row in apart]
    with_other, without = sum(beside) / len(beside), sum(alone) / len(alone)
    error = SPREAD * sqrt(1 / len(beside) + 1 / len(alone))
    ahead = sum(
        _half(row.places[row.seat_of(who)], row.places[row.seat_of(other)]) for row in shared
    )
    return PairStats(
        who=who,
        other=other,
        shared=len(shared),
        with_other=with_other,
        without=without,
        ahead_of_other=ahead / len(shared),
        by_chance=erfc(abs(with_other - without) / error / sqrt(2)),
    )


def _share_beaten(row: SeatedResult, who: int, *, leave_out: int | None = None) -> float:
    """Return the share of the others that a player finished ahead of; a tie counts half."""
    mine = row.seat_of(who)
    without = {mine} if leave_out is None else {mine, row.seat_of(leave_out)}
    rest = [place for seat, place in enumerate(row.places) if seat not in without]
    return sum(_half(row.places[mine], place) for place in rest) / len(rest)


def _half(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else float(mine < theirs)


def pair_stats_of(user: User) -> list[tuple[User, PairStats]]:
    """Return this user's comparison with each other player, and the people concerned."""
    found = pair_stats(_results(user), user.pk)
    people = User.objects.in_bulk([favour.other for favour in found])
    return [(people[favour.other], favour) for favour in found if favour.other in people][:10]


def _results(user: User) -> list[SeatedResult]:
    """Return the results of this user's matches after all corrections, the newest first."""
    dealt_to = Seat.objects.filter(dealt_to=user).values("match")
    played_on = Departure.objects.filter(followed_by=user).values("match")
    matches = Match.objects.filter(
        Q(pk__in=dealt_to) | Q(pk__in=played_on),
        status=Match.Status.FINISHED,
        result__isnull=False,
    ).order_by("-finished_at")[:MOST]
    match_ids = [match.pk for match in matches]
    dealt: dict[object, list[int | None]] = defaultdict(list)
    seats = Seat.objects.filter(match__in=match_ids).order_by("number")
    for match_id, user_id in seats.values_list("match_id", "dealt_to_id"):
        dealt[match_id].append(user_id)
    followed: dict[object, dict[int, int]] = defaultdict(dict)
    later = Departure.objects.filter(match__in=match_ids, followed_by__isnull=False)
    for match_id, user_id, seat in later.values_list("match_id", "followed_by_id", "seat"):
        if user_id not in dealt[match_id]:
            followed[match_id][user_id] = seat
    return [
        SeatedResult(tuple(match.result["places"]), tuple(dealt[match.pk]), followed[match.pk])
        for match in matches
        if match.result is not None
    ]
