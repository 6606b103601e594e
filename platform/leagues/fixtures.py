"""Draws the fixtures of a division fairly: who meets whom, and who sits where."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TypeAlias

Table: TypeAlias = tuple[int, ...]
"""The players of one fixture, in the order of its seats."""

TRIES = 12
"""So often the search begins anew, unless the meetings are even; a division takes about a second."""
STEPS = 15_000
"""So many exchanges are looked at in each try."""
HOT, COLD = 3.0, 0.5
"""How readily an exchange for the worse is made, at first and in the end."""

Tables: TypeAlias = list[list[int]]
"""Fixtures while they are being made, of players by their index."""


@dataclass(frozen=True, slots=True)
class Imbalance:
    """How uneven a draw is: for each thing that is counted, the smallest and the largest count."""

    meetings_least: int
    meetings_most: int
    seats_least: int
    seats_most: int

    @property
    def meetings(self) -> int:
        """By how many meetings two pairs of players differ at the most."""
        return self.meetings_most - self.meetings_least

    @property
    def seats(self) -> int:
        """By how many matches the seats differ at the most that somebody sits in."""
        return self.seats_most - self.seats_least


@dataclass(frozen=True, slots=True)
class Draw:
    """The fixtures of a division in the order of play; everybody plays `matches_each` of them."""

    tables: tuple[Table, ...]
    matches_each: int
    imbalance: Imbalance


def even_matches_each(players: int, seats: int, wanted: int) -> int:
    """How many matches each can play, all equally many, at full tables: the nearest to `wanted`.

    Of two that are equally near it is the smaller one, and never none.
    """
    step = seats // math.gcd(players, seats)
    below = wanted // step * step
    return max(step, below if 2 * (wanted - below) <= step else below + step)


def draw_fixtures(players: Sequence[int], seats: int, matches_each: int, seed: int) -> Draw:
    """Fixtures in which all meet as evenly as possible, and sit in each seat equally often.

    The same seed draws the same. `matches_each` becomes the nearest number that is `even`.

    Raises:
        ValueError: fewer players than seats, or fewer than two seats, or a player twice.
    """
    if not 2 <= seats <= len(players):
        raise ValueError(f"{len(players)} players cannot fill {seats} seats")
    if len(set(players)) != len(players):
        raise ValueError("a player is drawn twice")
    each = even_matches_each(len(players), seats, matches_each)
    random = Random(seed)
    size = len(players)
    met = _evenly_met(size, seats, each, random)
    order = random.sample(list(players), size)
    tables = tuple(
        tuple(order[index] for index in table) for table in _seated(_in_turn(met, size), seats)
    )
    return Draw(tables, each, measure_imbalance(players, seats, tables))


def measure_imbalance(players: Sequence[int], seats: int, tables: Sequence[Table]) -> Imbalance:
    """How uneven these fixtures are among these players."""
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    meetings = [met[frozenset(pair)] for pair in combinations(players, 2)]
    sat = Counter((player, seat) for table in tables for seat, player in enumerate(table))
    sittings = [sat[player, seat] for player in players for seat in range(seats)]
    return Imbalance(min(meetings), max(meetings), min(sittings), max(sittings))


def _evenly_met(size: int, seats: int, each: int, random: Random) -> Tables:
    """The best tables of several tries."""
    pairs = math.comb(size, 2)
    often, more = divmod(size * each // seats * math.comb(seats, 2), pairs)
    ideal = (pairs - more) * often**2 + more * (often + 1) ** 2
    best: Tables = []
    least = math.inf
    for _ in range(TRIES):
        tables, cost = _annealed(_filled(size, seats, each, random), size, ideal, random)
        if cost < least:
            best, least = tables, cost
        if cost == ideal:
            break
    return best


def _filled(size: int, seats: int, each: int, random: Random) -> Tables:
    """Any tables at which everybody plays `each` matches: those with the most left sit down."""
    left = [each] * size
    tables = []
    for _ in range(size * each // seats):
        table = sorted(range(size), key=lambda player: (-left[player], random.random()))[:seats]
        for player in table:
            left[player] -= 1
        tables.append(table)
    return tables


def _annealed(tables: Tables, size: int, ideal: int, random: Random) -> tuple[Tables, int]:
    """Exchange players between tables for as even meetings as possible.

    The cost is the sum of the squares of how often each pair meets: `ideal` where no two pairs
    differ by more than one. Simulated annealing; the steps are counted, so that a slow machine
    draws what a fast one draws.
    """
    met = [[0] * size for _ in range(size)]
    for table in tables:
        for one, other in combinations(table, 2):
            met[one][other] += 1
            met[other][one] += 1
    cost = sum(met[one][other] ** 2 for one, other in combinations(range(size), 2))
    chance, seats = random.random, len(tables[0])
    for step in range(STEPS):
        if cost == ideal:
            break
        here, there = tables[int(chance() * len(tables))], tables[int(chance() * len(tables))]
        leaving, coming = int(chance() * seats), int(chance() * seats)
        one, other = here[leaving], there[coming]
        if one in there or other in here:
            continue
        apart = [player for player in here if player != one and player not in there]
        beside = [player for player in there if player != other and player not in here]
        mine, theirs = met[one], met[other]
        worse = 2 * (
            sum(theirs[player] - mine[player] + 1 for player in apart)
            + sum(mine[player] - theirs[player] + 1 for player in beside)
        )
        heat = HOT * (COLD / HOT) ** (step / STEPS)
        if worse > 0 and chance() >= math.exp(-worse / heat):
            continue
        for player, by in [(player, -1) for player in apart] + [(player, 1) for player in beside]:
            mine[player] = met[player][one] = mine[player] + by
            theirs[player] = met[player][other] = theirs[player] - by
        here[leaving], there[coming] = other, one
        cost += worse
    return tables, cost


def _in_turn(tables: Tables, size: int) -> Tables:
    """The tables in an order in which nobody waits long: next come those who played the least."""
    played = [0] * size
    left, order = list(tables), []
    while left:
        following = min(left, key=lambda table: sorted((played[p] for p in table), reverse=True))
        left.remove(following)
        order.append(following)
        for player in following:
            played[player] += 1
    return order


def _seated(tables: Tables, seats: int) -> Tables:
    """The players of each table in an order of seats that is fair.

    Each player's matches are taken in groups of `seats`, in the order of play; in a group they sit
    in no seat twice. That is colouring the edges of a bipartite graph, tables on one side and
    groups on the other, with no more colours than edges meet anywhere, which always succeeds
    (Kőnig): where no colour is free on both sides, two colours change places along a chain.
    """
    at_table: list[dict[int, tuple[int, int]]] = [{} for _ in tables]
    in_group: dict[tuple[int, int], dict[int, int]] = {}
    played: Counter[int] = Counter()
    for table, players in enumerate(tables):
        for player in players:
            group = (player, played[player] // seats)
            played[player] += 1
            taken = in_group.setdefault(group, {})
            free_here = next(seat for seat in range(seats) if seat not in at_table[table])
            free_there = next(seat for seat in range(seats) if seat not in taken)
            if free_here in taken:
                _change(group, free_here, free_there, at_table, in_group)
            at_table[table][free_here] = group
            taken[free_here] = table
    return [[taken[seat][0] for seat in range(seats)] for taken in at_table]


def _change(
    group: tuple[int, int],
    seat: int,
    other: int,
    at_table: list[dict[int, tuple[int, int]]],
    in_group: dict[tuple[int, int], dict[int, int]],
) -> None:
    """Make `seat` free for a group in which `other` is, by exchanging the two along their chain."""
    chain: list[tuple[int, tuple[int, int], int]] = []
    at, taken_by, wanted = group, seat, other
    while taken_by in in_group[at]:
        table = in_group[at][taken_by]
        chain.append((table, at, taken_by))
        if wanted not in at_table[table]:
            break
        at = at_table[table][wanted]
        chain.append((table, at, wanted))
    for table, member, had in chain:
        del at_table[table][had], in_group[member][had]
    for table, member, had in chain:
        has = other if had == seat else seat
        at_table[table][has], in_group[member][has] = member, table
