"""The places that each player of a division can still reach.

The range holds for every result of the open fixtures: any order, shared places, and absent players
without points. It therefore contains the final place, and never widens as results come in (a
correction may widen it). Tie-breaks stay open until nothing else is: a tied player may end ahead or
behind.

The best place is simple: the player wins all open matches, and the others do not appear. The worst
place is harder: how many players can overtake at once, if each table has only one winner? With
divisible points this is a linear programme over a polymatroid, which is solved by serving the
players who need least first. No real result exceeds its optimum, and results only lower it. If few
matches are open, all outcomes are enumerated instead.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from leagues.scoring.fixture_result import FixtureResult
from leagues.scoring.standings import Scoring, make_table, points_by_player, total_points

FEW = 6_000
"""Outcomes that are enumerated at most."""

WEAK_ORDERS = (1, 1, 3, 13, 75, 541, 4683, 47293, 545835)
"""Number of weak orders by number of players: their orders with shared places."""


def places_in_reach(
    rules: Scoring,
    players: Sequence[int],
    results: Sequence[FixtureResult],
    open_fixtures: Sequence[tuple[int, ...]],
) -> dict[int, range]:
    """Return the places that each player can still have in the end, best first.

    `open_fixtures`: the players of each fixture without a result.
    """
    if not open_fixtures:
        return {
            row.player: range(row.place, row.place + 1)
            for row in make_table(rules, players, results)
        }
    now = total_points(rules, players, results)
    if rules.by_rounds:
        return _undecided(now, open_fixtures)
    return {
        player: range(
            _best(rules, player, now, open_fixtures),
            _worst(rules, player, now, open_fixtures) + 1,
        )
        for player in players
    }


def _undecided(
    now: Mapping[int, Fraction], open_fixtures: Sequence[tuple[int, ...]]
) -> dict[int, range]:
    """For matches with unlimited points: only a player without open matches is settled."""
    moving = {player for fixture in open_fixtures for player in fixture}
    still = [total for player, total in now.items() if player not in moving]
    return {
        player: range(1, len(now) + 1)
        if player in moving
        else range(
            1 + sum(other > total for other in still),
            1 + len(moving) + sum(other >= total for other in still),
        )
        for player, total in now.items()
    }


def _best(
    rules: Scoring,
    player: int,
    now: Mapping[int, Fraction],
    open_fixtures: Sequence[tuple[int, ...]],
) -> int:
    """Return the place behind only those who already have more than the player can get."""
    most = now[player] + rules.points[0] * sum(player in fixture for fixture in open_fixtures)
    return 1 + sum(total > most for total in now.values())


def _worst(
    rules: Scoring,
    player: int,
    now: Mapping[int, Fraction],
    open_fixtures: Sequence[tuple[int, ...]],
) -> int:
    """Return the place behind all who are tied or ahead, and as many others as can overtake at
    once.
    """
    tables = [tuple(other for other in fixture if other != player) for fixture in open_fixtures]
    needs = {
        other: now[player] - total
        for other, total in now.items()
        if other != player
        and total < now[player]
        and total + rules.points[0] * sum(other in seated for seated in tables) >= now[player]
    }
    level = sum(total >= now[player] for total in now.values())
    most = _freely(rules, needs, tables)
    # A player who needs no more than all first places can do it alone.
    if most > 1 and math.prod(WEAK_ORDERS[len(seated)] for seated in tables) <= FEW:
        most = _really(rules, needs, tables, most)
    return level + most


def _really(
    rules: Scoring, needs: Mapping[int, Fraction], tables: Sequence[tuple[int, ...]], most: int
) -> int:
    """Return how many of these players can get what they need at once; at most `most`."""
    takers = [tuple(player for player in seated if player in needs) for seated in tables]
    best = 1
    for ends in product(*(_ends(rules, some) for some in takers if some)):
        got = dict.fromkeys(needs, Fraction(0))
        for earned in ends:
            for player, more in earned.items():
                got[player] += more
        best = max(best, sum(got[player] >= need for player, need in needs.items()))
        if best == most:
            break
    return best


def _ends(rules: Scoring, players: tuple[int, ...]) -> list[dict[int, Fraction]]:
    """Return the highest total that the first places of a table can give these players."""
    return [
        points_by_player(rules, FixtureResult(players, order))
        for order in weak_orders(len(players))
    ]


@cache
def weak_orders(count: int) -> tuple[tuple[int, ...], ...]:
    """Return all places that this number of players can have, with shared ones."""
    return tuple(
        places
        for places in product(range(1, count + 1), repeat=count)
        if all(place == 1 + sum(other < place for other in places) for place in places)
    )


def _freely(
    rules: Scoring, needs: Mapping[int, Fraction], tables: Sequence[tuple[int, ...]]
) -> int:
    """Return how many could get what they need at once if points were divisible."""
    supply = _Supply(rules.points, tables, needs)
    served = Fraction(0)
    for player, need in sorted(needs.items(), key=lambda item: item[1]):
        served += supply.give(player, need) / need
    return math.floor(served)


class _Supply:
    """The points of some tables as a network: a flow from steps of shares to players.

    The k-th step of a table is the difference between place k and the next: k equal parts, of which
    a player gets at most one. All steps together make every division of the points, and every
    mixture of divisions.
    """

    def __init__(
        self,
        shares: Sequence[int],
        tables: Sequence[tuple[int, ...]],
        takers: Mapping[int, Fraction],
    ) -> None:
        steps = [one - more for one, more in zip(shares, [*shares[1:], 0], strict=True)]
        self.part: list[int] = []
        self.left: list[Fraction] = []
        self.taken: list[dict[int, Fraction]] = []
        self.steps: dict[int, list[int]] = {player: [] for player in takers}
        for seated in tables:
            sharing = [player for player in seated if player in takers]
            for k, part in enumerate(steps, start=1):
                if not part or not sharing:
                    continue
                for player in sharing:
                    self.steps[player].append(len(self.part))
                self.part.append(part)
                self.left.append(Fraction(part * min(k, len(sharing))))
                self.taken.append(dict.fromkeys(sharing, Fraction(0)))

    def give(self, player: int, need: Fraction) -> Fraction:
        """Give a player as much of this as possible, taking nothing from the others in the end."""
        given = Fraction(0)
        while given < need and (path := self._path(player)):
            amount = min(need - given, self.left[path[-1][1]])
            for at, (taker, step) in enumerate(path):
                amount = min(amount, self.part[step] - self.taken[step][taker])
                if at + 1 < len(path):
                    amount = min(amount, self.taken[step][path[at + 1][0]])
            for at, (taker, step) in enumerate(path):
                self.taken[step][taker] += amount
                if at + 1 < len(path):
                    self.taken[step][path[at + 1][0]] -= amount
            self.left[path[-1][1]] -= amount
            given += amount
        return given

    def _path(self, player: int) -> list[tuple[int, int]]:
        """Return a path of takers: each takes from the step before, until one has capacity left."""
        came: dict[int, tuple[int, int | None]] = {}
        seen = {player}
        queue: deque[tuple[int, int | None]] = deque([(player, None)])
        while queue:
            taker, instead_of = queue.popleft()
            for step in self.steps[taker]:
                if step in came or self.taken[step][taker] == self.part[step]:
                    continue
                came[step] = (taker, instead_of)
                if self.left[step]:
                    return list(self._back(came, step))[::-1]
                for other, has in self.taken[step].items():
                    if has and other not in seen:
                        seen.add(other)
                        queue.append((other, step))
        return []

    @staticmethod
    def _back(came: Mapping[int, tuple[int, int | None]], step: int) -> Iterator[tuple[int, int]]:
        at: int | None = step
        while at is not None:
            taker, before = came[at]
            yield taker, at
            at = before
