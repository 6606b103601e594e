"""The table of a division out of its results: points, tie-breaks, form, who goes up and down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

FORM = 5
"""So many of the last matches are somebody's form."""

Value: TypeAlias = tuple[Fraction, ...]
"""What a tie-break says of a player: compared from the left, more is better."""


class TieBreak(StrEnum):
    """What decides between players with equal points."""

    WINS = "wins"
    """First places, shared ones too."""
    PLACES = "places"
    """First places, then second places, and so on."""
    AGAINST = "against"
    """How often one came in ahead of the others with equal points, less how often behind."""
    ROUNDS = "rounds"
    """The points written down in the rounds."""
    LOTS = "lots"
    """The order in which the players are given, which is drawn."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a league counts.

    `points` are those of each place at a full table, the first one's first, and never rise. Who
    shares places shares their points. With `by_rounds` the totals of the matches are the points.
    """

    points: tuple[int, ...]
    tie_breaks: tuple[TieBreak, ...] = ()
    by_rounds: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a fixture ended, by seat.

    `places` as in `games.kernel.contract.Outcome`. `totals` are such that more is better; None is a
    seat for which nothing was written down. `absent` holds those who get no points.
    """

    players: tuple[int, ...]
    places: tuple[int, ...]
    totals: tuple[int | None, ...] = ()
    absent: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Finish:
    """One match in somebody's form: the place, out of how many; `absent` if they did not play."""

    place: int
    of: int
    absent: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """One player's line in the table.

    `place` is shared where nothing decides. `level` are the others with equal points, and `decided`
    what each tie-break said that was asked about this player, in their order.
    """

    player: int
    place: int
    points: Fraction
    played: int
    wins: int
    missed: int
    form: tuple[Finish, ...]
    level: tuple[int, ...]
    decided: tuple[tuple[TieBreak, Value], ...]


class Movement(Enum):
    """Where somebody goes after the season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"


def usual_points(seats: int) -> tuple[int, ...]:
    """As many points as players came in behind."""
    return tuple(range(seats - 1, -1, -1))


def points_by_player(rules: Scoring, result: Result) -> dict[int, Fraction]:
    """What each player of a fixture gets for it; who shares places shares their points."""
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
    rules: Scoring, players: Sequence[int], results: Sequence[Result]
) -> dict[int, Fraction]:
    """The points of each of these players from all results."""
    total = dict.fromkeys(players, Fraction(0))
    for result in results:
        for player, earned in points_by_player(rules, result).items():
            total[player] += earned
    return total


def make_table(
    rules: Scoring, players: Sequence[int], results: Sequence[Result]
) -> tuple[TableRow, ...]:
    """The division's table, the first place first.

    `players` come in the order of their lots, which is also the order of those who share a place;
    `results` in the order in which they were settled.
    """
    total = total_points(rules, players, results)
    by_points = sorted(players, key=lambda player: -total[player])
    rows: list[TableRow] = []
    for _, group in groupby(by_points, key=total.__getitem__):
        level = tuple(group)
        decided: dict[int, list[tuple[TieBreak, Value]]] = {player: [] for player in level}
        for sharing in _broken(rules.tie_breaks, level, players, results, decided):
            place = len(rows) + 1
            rows += [
                _row(player, place, total[player], level, decided[player], results)
                for player in sharing
            ]
    return tuple(rows)


def movements(rows: Sequence[TableRow], up: int, down: int) -> dict[int, Movement]:
    """The entries that go up and down: so many from the top and the bottom of the table.

    Raises:
        ValueError: more than there are players.
    """
    if up + down > len(rows):
        raise ValueError(f"{up} up and {down} down of {len(rows)}")
    ways = [Movement.UP] * up + [Movement.STAYS] * (len(rows) - up - down) + [Movement.DOWN] * down
    return {row.player: way for row, way in zip(rows, ways, strict=True)}


def groups_by_lot(
    rows: Sequence[TableRow], moves: Mapping[int, Movement]
) -> tuple[tuple[int, ...], ...]:
    """Those who are level in everything, and of whom yet not all go the same way: groups in the
    order of their lots, which decides it."""
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
    level: tuple[int, ...],
    decided: Sequence[tuple[TieBreak, Value]],
    results: Sequence[Result],
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
        wins=int(_wins(player, results)[0]),
        missed=sum(finish.absent for finish in finishes),
        form=tuple(finishes[-FORM:]),
        level=tuple(other for other in level if other != player),
        decided=tuple(decided),
    )


def _broken(
    tie_breaks: Sequence[TieBreak],
    level: tuple[int, ...],
    players: Sequence[int],
    results: Sequence[Result],
    decided: Mapping[int, list[tuple[TieBreak, Value]]],
) -> list[tuple[int, ...]]:
    """The players that are level, in groups that nothing decides between, the best first.

    What each tie-break says is written down in `decided`.
    """
    if len(level) == 1 or not tie_breaks:
        return [level]
    first, *others = tie_breaks
    said = {player: _says(first, player, level, players, results) for player in level}
    for player, value in said.items():
        decided[player].append((first, value))
    ordered = sorted(sorted(level, key=players.index), key=said.__getitem__, reverse=True)
    return [
        finer
        for _, group in groupby(ordered, key=said.__getitem__)
        for finer in _broken(others, tuple(group), players, results, decided)
    ]


def _says(
    tie_break: TieBreak,
    player: int,
    level: tuple[int, ...],
    players: Sequence[int],
    results: Sequence[Result],
) -> Value:
    """What a tie-break says of one player among those who are level."""
    match tie_break:
        case TieBreak.WINS:
            return _wins(player, results)
        case TieBreak.PLACES:
            return _places(player, results)
        case TieBreak.AGAINST:
            return _against(player, level, results)
        case TieBreak.ROUNDS:
            return _rounds(player, results)
        case TieBreak.LOTS:
            return (Fraction(-1 - players.index(player)),)


def _finished(player: int, results: Sequence[Result]) -> list[int]:
    """The places of the matches that somebody was there for."""
    return [
        result.places[result.players.index(player)]
        for result in results
        if player in result.players and player not in result.absent
    ]


def _wins(player: int, results: Sequence[Result]) -> Value:
    return (Fraction(_finished(player, results).count(1)),)


def _places(player: int, results: Sequence[Result]) -> Value:
    finished = _finished(player, results)
    seats = max((len(result.players) for result in results), default=0)
    return tuple(Fraction(finished.count(place)) for place in range(1, seats + 1))


def _against(player: int, level: tuple[int, ...], results: Sequence[Result]) -> Value:
    ahead = 0
    for result in results:
        if player in result.players:
            mine = result.places[result.players.index(player)]
            theirs = [
                place
                for other, place in zip(result.players, result.places, strict=True)
                if other in level
            ]
            ahead += sum((place > mine) - (place < mine) for place in theirs)
    return (Fraction(ahead),)


def _rounds(player: int, results: Sequence[Result]) -> Value:
    written = [
        result.totals[result.players.index(player)]
        for result in results
        if player in result.players and result.totals
    ]
    return (Fraction(sum(total or 0 for total in written)),)
