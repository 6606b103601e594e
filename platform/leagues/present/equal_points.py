"""Players with equal points: the tie-breaks that separate them, as a small table in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.numbers import gained, signed
from leagues.scoring.standings import TableRow
from leagues.scoring.tie_breaks import TieBreak, Value

HEADS: dict[TieBreak, Promise] = {
    TieBreak.WINS: gettext_lazy("First places"),
    TieBreak.AGAINST: gettext_lazy("Against each other"),
    TieBreak.ROUNDS: gettext_lazy("Points in the rounds"),
    TieBreak.LOTS: gettext_lazy("Lot"),
}
"""The heads of the columns; `TieBreak.PLACES` has a column for each place."""
MEANINGS: dict[TieBreak, Promise] = {
    TieBreak.WINS: gettext_lazy("First places: how often a player came first, alone or shared."),
    TieBreak.PLACES: gettext_lazy("Place 1, place 2 …: how often a player finished there."),
    TieBreak.AGAINST: gettext_lazy(
        "Against each other: how often a player finished ahead of those who are still level, minus "
        "how often behind them."
    ),
    TieBreak.ROUNDS: gettext_lazy(
        "Points in the rounds: what a player scored in all rounds together."
    ),
    TieBreak.LOTS: gettext_lazy("Lot: a draw that was made together with the pairings."),
}


@dataclass(frozen=True, slots=True)
class EqualPlayer:
    """A player among those with equal points. `values`: by column; "" if not needed."""

    place: int
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EqualPoints:
    """Players with equal points in the order of the table, and the values that decide."""

    heads: tuple[str, ...]
    players: tuple[EqualPlayer, ...]
    meanings: tuple[str, ...]

    @property
    def names(self) -> str:
        return ", ".join(one.name for one in self.players)

    @property
    def shares_place(self) -> bool:
        """Whether the tie-breaks leave some of them level."""
        return len({one.place for one in self.players}) < len(self.players)


def equal_points(rows: Sequence[TableRow], names: Mapping[int, str]) -> list[EqualPoints]:
    """Return the groups of players with equal points that have played and that a tie-break compares."""
    groups = (tuple(group) for _points, group in groupby(rows, key=lambda row: row.points))
    return [
        _group(group, names)
        for group in groups
        if any(row.played for row in group) and any(row.decided for row in group)
    ]


def _group(rows: Sequence[TableRow], names: Mapping[int, str]) -> EqualPoints:
    columns = max((row.decided for row in rows), key=len)
    heads = tuple(head for name, value in columns for head in _heads(name, value))
    players = []
    for row in rows:
        values = [said for name, value in row.decided for said in _values(name, value)]
        missing = len(heads) - len(values)
        players.append(EqualPlayer(row.place, names[row.player], (*values, *[""] * missing)))
    meanings = tuple(str(MEANINGS[name]) for name, _value in columns)
    return EqualPoints(heads, tuple(players), meanings)


def _heads(name: TieBreak, value: Value) -> list[str]:
    if name is TieBreak.PLACES:
        return [_("Place %(place)s") % {"place": at} for at in range(1, len(value) + 1)]
    return [str(HEADS[name])]


def _values(name: TieBreak, value: Value) -> list[str]:
    match name:
        case TieBreak.AGAINST:
            return [gained(value[0])]
        case TieBreak.ROUNDS:
            return [signed(value[0])]
        case TieBreak.LOTS:
            return [str(-value[0])]
        case _:
            return [str(one) for one in value]
