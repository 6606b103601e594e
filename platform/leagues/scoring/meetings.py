"""A search for tables where pairs and threes of players meet as evenly as possible."""

from __future__ import annotations

import math
from itertools import combinations
from random import Random
from typing import TypeAlias

from leagues.scoring.shares import Shares

TRIES = 5
"""Restarts of the search at most; it ends earlier if the meetings are even."""
STEPS, STEPS_A_CHAIR = 40_000, 400
"""Exchanges that each try examines: a minimum, and a number per seat, because many tables take
longer.
"""
STEPS_IN_ALL = 1_000_000
"""Exchanges that all tries examine together, about a few seconds; one try is always complete."""
HOT, COLD = 1.5, 0.3
"""Probability of accepting a worse exchange, at first and in the end. Measured: a search that ends
warmer leaves large divisions uneven, and one that begins hotter only takes longer.
"""
AGAIN = 2
"""Penalty if three players meet again: equal to a pair that meets twice more than another pair."""

Tables: TypeAlias = list[list[int]]
"""Fixtures in progress; players are indices."""


def find_tables(size: int, seats: int, shares: Shares, random: Random) -> Tables:
    """Return the best tables of several tries, those of the first game first."""
    ideal = _least_cost(size, seats, sum(shares.tables))
    best: Tables = []
    least = math.inf
    tries, steps = planned_search(seats * sum(shares.tables))
    for _ in range(tries):
        search = _Search(_filled(seats, shares, random), size, shares, ideal)
        search.improve(steps, random)
        if search.cost < least:
            best, least = search.tables, search.cost
        if search.cost == ideal:
            break
    return best


def planned_search(chairs: int) -> tuple[int, int]:
    """Return the number of tries for this number of seats, and the steps of each try."""
    steps = max(STEPS, STEPS_A_CHAIR * chairs)
    return max(1, min(TRIES, STEPS_IN_ALL // steps)), steps


def _least_cost(size: int, seats: int, tables: int) -> int:
    """Return the cost of tables at which pairs and threes meet as evenly as their numbers allow."""
    pairs, threes = math.comb(size, 2), math.comb(size, 3)
    often, more = divmod(tables * math.comb(seats, 2), pairs)
    cost = (pairs - more) * often**2 + more * (often + 1) ** 2
    if threes:
        often, more = divmod(tables * math.comb(seats, 3), threes)
        cost += AGAIN * (threes * math.comb(often, 2) + more * often)
    return cost


def _filled(seats: int, shares: Shares, random: Random) -> Tables:
    """Return initial tables with these shares: the players with the most matches left of a game sit
    down.
    """
    tables = []
    for game, count in enumerate(shares.tables):
        left = [times[game] for times in shares.times]
        for _ in range(count):
            order = sorted(range(len(left)), key=lambda one: (-left[one], random.random()))
            for player in order[:seats]:
                left[player] -= 1
            tables.append(order[:seats])
    return tables


class _Search:
    """Exchanges players between tables until meetings are as even as possible.

    The cost is the sum of the squares of each pair's meetings, plus `AGAIN` for each two tables
    with the same three players; `ideal` is the smallest possible. The method is simulated annealing
    with a fixed number of steps, so that the result does not depend on the speed of the machine. An
    exchange never changes the shares of the games.
    """

    def __init__(self, tables: Tables, size: int, shares: Shares, ideal: int) -> None:
        self.tables, self.shares, self.ideal = tables, shares, ideal
        self.games = shares.of_tables
        self.times = [list(row) for row in shares.times]
        self.met = [[0] * size for _ in range(size)]
        self.at: list[set[int]] = [set() for _ in range(size)]
        for number, table in enumerate(tables):
            for player in table:
                self.at[player].add(number)
            for one, other in combinations(table, 2):
                self.met[one][other] += 1
                self.met[other][one] += 1
        self.sets = [sum(1 << player for player in table) for table in tables]
        self.has_threes = len(tables[0]) > 2 and size > len(tables[0])
        self.cost = sum(self.met[one][other] ** 2 for one, other in combinations(range(size), 2))
        self.cost += AGAIN * sum(
            math.comb((one & other).bit_count(), 3) for one, other in combinations(self.sets, 2)
        )

    def improve(self, steps: int, random: Random) -> None:
        """Make exchanges until the cost is ideal or the steps are used up."""
        chance, count, seats = random.random, len(self.tables), len(self.tables[0])
        for step in range(steps):
            if self.cost == self.ideal:
                break
            here, there = int(chance() * count), int(chance() * count)
            leaving, coming = int(chance() * seats), int(chance() * seats)
            one, other = self.tables[here][leaving], self.tables[there][coming]
            if self.sets[there] >> one & 1 or self.sets[here] >> other & 1:
                continue
            if not self._keeps_shares(here, there, one, other):
                continue
            apart = [p for p in self.tables[here] if p != one and not self.sets[there] >> p & 1]
            beside = [p for p in self.tables[there] if p != other and not self.sets[here] >> p & 1]
            heat = HOT * (COLD / HOT) ** (step / steps)
            bearable = -heat * math.log(1 - chance())
            worse = self._worse_pairs(one, other, apart, beside)
            if self.has_threes and worse <= bearable:
                worse += AGAIN * self._worse_threes(here, there, one, other)
            if worse <= bearable:
                self._exchange(here, there, leaving, coming)
                for player, by in [(p, -1) for p in apart] + [(p, 1) for p in beside]:
                    self._meet(one, player, by)
                    self._meet(other, player, -by)
                self.cost += worse

    def _keeps_shares(self, here: int, there: int, one: int, other: int) -> bool:
        mine, theirs = self.games[here], self.games[there]
        least, most = self.shares.least, self.shares.most
        return mine == theirs or (
            self.times[one][mine] > least[mine]
            and self.times[one][theirs] < most[theirs]
            and self.times[other][theirs] > least[theirs]
            and self.times[other][mine] < most[mine]
        )

    def _worse_pairs(self, one: int, other: int, apart: list[int], beside: list[int]) -> int:
        mine, theirs = self.met[one], self.met[other]
        return 2 * (
            sum(theirs[player] - mine[player] + 1 for player in apart)
            + sum(mine[player] - theirs[player] + 1 for player in beside)
        )

    def _worse_threes(self, here: int, there: int, one: int, other: int) -> int:
        """Return the change in the number of tables at which three players of these two tables meet
        again.
        """
        left, right = self.sets[here] ^ (1 << one), self.sets[there] ^ (1 << other)
        worse = 0
        for player, by in ((one, 1), (other, -1)):
            for number in self.at[player]:
                if number not in (here, there):
                    seen = self.sets[number]
                    before, after = (seen & left).bit_count(), (seen & right).bit_count()
                    worse += by * (after * (after - 1) - before * (before - 1)) // 2
        return worse

    def _exchange(self, here: int, there: int, leaving: int, coming: int) -> None:
        one, other = self.tables[here][leaving], self.tables[there][coming]
        self.tables[here][leaving], self.tables[there][coming] = other, one
        both = (1 << one) | (1 << other)
        for number, comes, goes in ((here, other, one), (there, one, other)):
            self.sets[number] ^= both
            self.at[comes].add(number)
            self.at[goes].remove(number)
            self.times[comes][self.games[number]] += 1
            self.times[goes][self.games[number]] -= 1

    def _meet(self, one: int, other: int, by: int) -> None:
        self.met[one][other] += by
        self.met[other][one] += by
