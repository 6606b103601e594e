"""A fair draw of a division's fixtures: the players of each match, their game and their seats."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TypeAlias

from leagues.scoring.meetings import Tables, find_tables
from leagues.scoring.shares import deal_games, even_matches_each

Table: TypeAlias = tuple[int, ...]
"""The players of one fixture, in the order of its seats."""


@dataclass(frozen=True, slots=True)
class Imbalance:
    """The imbalance of a draw: for each quantity the smallest and the largest count.

    Draws of earlier releases have no count of games and of threes; it is None.
    """

    meetings_least: int
    meetings_most: int
    seats_least: int
    seats_most: int
    games: int | None = None
    """The largest difference between two games in one player's number of matches."""
    threes_again: int | None = None
    """How often three players meet again, beyond what the numbers make necessary."""

    @property
    def meetings(self) -> int:
        """The largest difference between two pairs of players in their number of meetings."""
        return self.meetings_most - self.meetings_least

    @property
    def seats(self) -> int:
        """The largest difference between two seats in one player's number of matches."""
        return self.seats_most - self.seats_least


@dataclass(frozen=True, slots=True)
class Draw:
    """The fixtures of a division in the order of play; each player has `matches_each` of them."""

    tables: tuple[Table, ...]
    games: tuple[int, ...]
    """By table, the index of its game."""
    matches_each: int
    imbalance: Imbalance


def draw_fixtures(
    players: Sequence[int], seats: int, matches_each: int, seed: int, games: int = 1
) -> Draw:
    """Draw fixtures in which players meet, sit in each seat and play each game as evenly as
    possible.

    The same seed gives the same draw. `matches_each` becomes the nearest even number.

    Raises:
        ValueError: fewer players than seats, fewer than two seats, no game, or a duplicate
        player.
    """
    if not 2 <= seats <= len(players):
        raise ValueError(f"{len(players)} players cannot fill {seats} seats")
    if games < 1:
        raise ValueError("there is no game to play")
    if len(set(players)) != len(players):
        raise ValueError("a player is drawn twice")
    size = len(players)
    each = even_matches_each(size, seats, matches_each, games)
    random = Random(seed)
    shares = deal_games(size, seats, each, games, random)
    met = find_tables(size, seats, shares, random)
    order = random.sample(list(players), size)
    in_turn, dealt = _in_turn(met, shares.of_tables)
    tables = tuple(tuple(order[index] for index in table) for table in _seated(in_turn, seats))
    return Draw(tables, dealt, each, measure_imbalance(players, seats, tables, dealt))


def measure_imbalance(
    players: Sequence[int], seats: int, tables: Sequence[Table], games: Sequence[Hashable]
) -> Imbalance:
    """Return the imbalance of these fixtures; `games`: the game of each."""
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    meetings = [met[frozenset(pair)] for pair in combinations(players, 2)]
    sat = Counter((player, seat) for table in tables for seat, player in enumerate(table))
    sittings = [sat[player, seat] for player in players for seat in range(seats)]
    played = Counter(
        (player, game) for table, game in zip(tables, games, strict=True) for player in table
    )
    times = [[played[player, game] for game in set(games)] for player in players]
    threes = Counter(frozenset(three) for table in tables for three in combinations(table, 3))
    met_by_three = len(tables) * math.comb(seats, 3)
    return Imbalance(
        min(meetings),
        max(meetings),
        min(sittings),
        max(sittings),
        games=max(max(row) - min(row) for row in times),
        threes_again=min(met_by_three, math.comb(len(players), 3)) - len(threes),
    )


def _in_turn(tables: Tables, games: Sequence[int]) -> tuple[Tables, tuple[int, ...]]:
    """Order the tables and their games so that no player waits long.

    The players with the fewest matches so far come next, and of those the ones who played this game
    least.
    """
    played: Counter[int] = Counter()
    times: Counter[tuple[int, int]] = Counter()

    def waited(number: int) -> tuple[list[int], int]:
        table, game = tables[number], games[number]
        return (
            sorted((played[player] for player in table), reverse=True),
            sum(times[player, game] for player in table),
        )

    left, order = list(range(len(tables))), []
    while left:
        following = min(left, key=waited)
        left.remove(following)
        order.append(following)
        for player in tables[following]:
            played[player] += 1
            times[player, games[following]] += 1
    return [tables[number] for number in order], tuple(games[number] for number in order)


def _seated(tables: Tables, seats: int) -> Tables:
    """Return the players of each table in a fair order of seats.

    Each player's matches are divided into groups of `seats` in the order of play; in a group the
    player has no seat twice. This colours the edges of a bipartite graph with tables on one side
    and groups on the other, with as many colours as edges meet at a vertex. It always succeeds
    (Kőnig): if no colour is free on both sides, two colours are swapped along a chain.
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
    """Free `seat` for a group that has `other` free, by swapping the two along their chain."""
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
