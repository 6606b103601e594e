"""Tie-breaks: the criteria for players with equal points, and their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from leagues.scoring.fixture_result import FixtureResult

Value: TypeAlias = tuple[Fraction, ...]
"""The value of a tie-break for a player: compared from the left, more is better."""


class TieBreak(StrEnum):
    """A criterion for players with equal points."""

    WINS = "wins"
    """First places, shared ones too."""
    PLACES = "places"
    """First places, then second places, and so on."""
    AGAINST = "against"
    """Results ahead of the other tied players, minus results behind them."""
    ROUNDS = "rounds"
    """The points scored in the rounds."""
    LOTS = "lots"
    """The order of the players, which is drawn by lot."""


USUAL_TIE_BREAKS = (TieBreak.WINS, TieBreak.PLACES, TieBreak.AGAINST)
"""The default order of tie-breaks of a league."""


def default_order() -> list[str]:
    """Return the default order of tie-breaks as a league stores it."""
    return [name.value for name in USUAL_TIE_BREAKS]


def break_ties(
    tie_breaks: Sequence[TieBreak],
    level: tuple[int, ...],
    players: Sequence[int],
    results: Sequence[FixtureResult],
    decided: Mapping[int, list[tuple[TieBreak, Value]]],
) -> list[tuple[int, ...]]:
    """Divide tied players into groups that no tie-break separates, the best first.

    The value of each applied tie-break is added to `decided`.
    """
    if len(level) == 1 or not tie_breaks:
        return [level]
    first, *others = tie_breaks
    said = {player: _value_of(first, player, level, players, results) for player in level}
    for player, value in said.items():
        decided[player].append((first, value))
    ordered = sorted(sorted(level, key=players.index), key=said.__getitem__, reverse=True)
    return [
        finer
        for _, group in groupby(ordered, key=said.__getitem__)
        for finer in break_ties(others, tuple(group), players, results, decided)
    ]


def _value_of(
    tie_break: TieBreak,
    player: int,
    level: tuple[int, ...],
    players: Sequence[int],
    results: Sequence[FixtureResult],
) -> Value:
    """Return the value of a tie-break for one player among the tied ones."""
    match tie_break:
        case TieBreak.WINS:
            return count_wins(player, results)
        case TieBreak.PLACES:
            return _places(player, results)
        case TieBreak.AGAINST:
            return _against(player, level, results)
        case TieBreak.ROUNDS:
            return _rounds(player, results)
        case TieBreak.LOTS:
            return (Fraction(-1 - players.index(player)),)


def _finished(player: int, results: Sequence[FixtureResult]) -> list[int]:
    """Return the places of a player's matches, without missed ones."""
    return [
        result.places[result.players.index(player)]
        for result in results
        if player in result.players and player not in result.absent
    ]


def count_wins(player: int, results: Sequence[FixtureResult]) -> Value:
    """Count the first places of a player, shared ones too."""
    return (Fraction(_finished(player, results).count(1)),)


def _places(player: int, results: Sequence[FixtureResult]) -> Value:
    finished = _finished(player, results)
    seats = max((len(result.players) for result in results), default=0)
    return tuple(Fraction(finished.count(place)) for place in range(1, seats + 1))


def _against(player: int, level: tuple[int, ...], results: Sequence[FixtureResult]) -> Value:
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


def _rounds(player: int, results: Sequence[FixtureResult]) -> Value:
    written = [
        result.totals[result.players.index(player)]
        for result in results
        if player in result.players and result.totals
    ]
    return (Fraction(sum(total or 0 for total in written)),)
