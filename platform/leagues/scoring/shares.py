"""The distribution of a league's games: how often each player plays each game."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

FAR = 1 / 4
"""Largest change of the wanted number of matches, as a share of it, to make the games even."""


@dataclass(frozen=True, slots=True)
class Shares:
    """`tables`: the number of tables of each game. `times`: by player and game, how often they play
    it.

    `least` and `most`: by game, the smallest and the largest number of any player.
    """

    tables: tuple[int, ...]
    times: tuple[tuple[int, ...], ...]
    least: tuple[int, ...]
    most: tuple[int, ...]

    @property
    def of_tables(self) -> tuple[int, ...]:
        """Return the game of each table; tables of the first game come first."""
        return tuple(game for game, count in enumerate(self.tables) for _ in range(count))


def deal_games(size: int, seats: int, each: int, games: int, random: Random) -> Shares:
    """Return shares in which a player's games differ by at most `unequal_games`.

    Each game has as many tables as the others, or one more. A player plays it as often as another
    player, or once more. Such shares always exist: the player with the most matches left is served
    first.
    """
    tables = _tables_of_games(size * each // seats, games)
    least = [count * seats // size for count in tables]
    more = [count * seats % size for count in tables]
    left = [each - sum(least)] * size
    times = [list(least) for _ in range(size)]
    for game, count in enumerate(more):
        order = sorted(range(size), key=lambda player: (-left[player], random.random()))
        for player in order[:count]:
            left[player] -= 1
            times[player][game] += 1
    most = tuple(one + (count > 0) for one, count in zip(least, more, strict=True))
    return Shares(tables, tuple(tuple(row) for row in times), tuple(least), most)


def unequal_games(size: int, seats: int, each: int, games: int) -> int:
    """Return the smallest possible difference between the games of a player.

    It is one if the games do not divide the matches of each player. It is two if full tables leave
    no other way: five players at tables of three cannot all play a game once.
    """
    tables = _tables_of_games(size * each // seats, games)
    least = min(count * seats // size for count in tables)
    most = max(-(-count * seats // size) for count in tables)
    return most - least


def even_matches_each(players: int, seats: int, wanted: int, games: int = 1) -> int:
    """Return the number of matches of each player, equal for all, at full tables: the nearest to
    `wanted`.

    Of two equally near numbers it is the smaller one, and never zero. If a player's games would
    differ by two, it is the second nearest, unless that is no better or differs by more than a
    quarter of `wanted` (rounded up): the length of a season matters more than one game.
    """
    step = seats // math.gcd(players, seats)
    first = max(1, wanted // step)
    nearest, second = sorted(
        (step * count for count in range(max(1, first - 1), first + 3)),
        key=lambda each: (abs(each - wanted), each),
    )[:2]
    is_even = [unequal_games(players, seats, each, games) < 2 for each in (nearest, second)]
    if is_even == [False, True] and abs(second - wanted) <= math.ceil(wanted * FAR):
        return second
    return nearest


def _tables_of_games(tables: int, games: int) -> tuple[int, ...]:
    often, more = divmod(tables, games)
    return tuple(often + (game < more) for game in range(games))
