"""The table of a division from its results: points, tie-breaks, form, movements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import groupby

from leagues.scoring.fixture_result import FixtureResult
from leagues.scoring.tie_breaks import TieBreak, Value, break_ties, count_wins

FORM = 5
"""Last matches in a player's form."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The scoring of a league.

    `points`: of each place at a full table, the first place first, never rising. Players who share
    places share their points. With `by_rounds` the totals of the matches are the points.
    """

    points: tuple[int, ...]
    tie_breaks: tuple[TieBreak, ...] = ()
    by_rounds: bool = False


@dataclass(frozen=True, slots=True)
class Finish:
    """One match in a player's form: the place, and the number of players; `absent`: missed."""

    place: int
    of: int
    absent: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """One player's row in the table.

    `place` is shared if nothing decides. `decided`: the values of the tie-breaks that were applied
    to this player, in their order.
    """

    player: int
    place: int
    points: Fraction
    played: int
    wins: int
    missed: int
    form: tuple[Finish, ...]
    decided: tuple[tuple[TieBreak, Value], ...]


class Movement(Enum):
    """A player's movement after the season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"


def usual_points(seats: int) -> tuple[int, ...]:
    """Return the default points of each place: the number of players behind it."""
    return tuple(range(seats - 1, -1, -1))


def points_by_player(rules: Scoring, result: FixtureResult) -> dict[int, Fraction]:
    """Return the points of each player for a fixture; players who share places share their points."""
    if rules.by_rounds:
        totals = result.totals or (None,) * len(result.players)
        earned = [Fraction(total or 0) for total in totals]
    else:
        sharing = Counter(result.places)
        shares = {
            place: Fraction(sum(rules.points[place - 1 : place - 1 + count]), count)
            for place, count in sharing.items()
        }
        earned = [shares[place] for place in result.places]
    return {
        player: Fraction(0) if player in result.absent else one
        for player, one in zip(result.players, earned, strict=True)
    }


def total_points(
    rules: Scoring, players: Sequence[int], results: Sequence[FixtureResult]
) -> dict[int, Fraction]:
    """Return the points of each of these players from all results."""
    total = dict.fromkeys(players, Fraction(0))
    for result in results:
        for player, earned in points_by_player(rules, result).items():
            total[player] += earned
    return total


def make_table(
    rules: Scoring, players: Sequence[int], results: Sequence[FixtureResult]
) -> tuple[TableRow, ...]:
    """Return the division's table, the first place first.

    `players`: in the order of their lots, which is also the order within a shared place. `results`:
    in the order in which they were settled.
    """
    total = total_points(rules, players, results)
    by_points = sorted(players, key=lambda player: -total[player])
    rows: list[TableRow] = []
    for _, group in groupby(by_points, key=total.__getitem__):
        level = tuple(group)
        decided: dict[int, list[tuple[TieBreak, Value]]] = {player: [] for player in level}
        for sharing in break_ties(rules.tie_breaks, level, players, results, decided):
            place = len(rows) + 1
            rows += [
                _row(player, place, total[player], decided[player], results) for player in sharing
            ]
    return tuple(rows)


def movements(rows: Sequence[TableRow], up: int, down: int) -> dict[int, Movement]:
    """Return the entries that move up from the top of the table and down from the bottom.

    Raises:
        ValueError: more movements than players.
    """
    if up + down > len(rows):
        raise ValueError(f"{up} up and {down} down of {len(rows)}")
    ways = [Movement.UP] * up + [Movement.STAYS] * (len(rows) - up - down) + [Movement.DOWN] * down
    return {row.player: way for row, way in zip(rows, ways, strict=True)}


def groups_by_lot(
    rows: Sequence[TableRow], moves: Mapping[int, Movement]
) -> tuple[tuple[int, ...], ...]:
    """Return groups of fully tied players that move differently, in the order of their lots, which
    decides.
    """
    level: dict[object, list[int]] = {}
    for row in rows:
        said = tuple(one for one in row.decided if one[0] is not TieBreak.LOTS)
        level.setdefault((row.points, said), []).append(row.player)
    groups = [tuple(group) for group in level.values()]
    return tuple(group for group in groups if len({moves[player] for player in group}) > 1)


def _row(
    player: int,
    place: int,
    total: Fraction,
    decided: Sequence[tuple[TieBreak, Value]],
    results: Sequence[FixtureResult],
) -> TableRow:
    finishes = [
        Finish(
            result.places[result.players.index(player)],
            len(result.players),
            player in result.absent,
        )
        for result in results
        if player in result.players
    ]
    return TableRow(
        player=player,
        place=place,
        points=total,
        played=len(finishes),
        wins=int(count_wins(player, results)[0]),
        missed=sum(finish.absent for finish in finishes),
        form=tuple(finishes[-FORM:]),
        decided=tuple(decided),
    )
