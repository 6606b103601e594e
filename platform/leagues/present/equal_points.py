"""Players with equal points: the tie-breaks that separate them, as a small table in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from core.numbers import gained, signed
from leagues.scoring.standings import TableRow
from leagues.scoring.tie_breaks import TieBreak, Value


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
    cells = {row.player: _cells(row) for row in rows}
    columns = max(cells.values(), key=len)
    return EqualPoints(
        heads=tuple(columns),
        players=tuple(
            EqualPlayer(
                row.place,
                names[row.player],
                tuple(cells[row.player].get(head, ("", ""))[0] for head in columns),
            )
            for row in rows
        ),
        meanings=tuple(dict.fromkeys(meaning for _value, meaning in columns.values())),
    )


def _cells(row: TableRow) -> dict[str, tuple[str, str]]:
    """Return by column what decided about a player, and its meaning. First places are one column,
    also if two tie-breaks count them.
    """
    cells: dict[str, tuple[str, str]] = {}
    for name, value in row.decided:
        for head, said, meaning in _columns(name, value):
            cells.setdefault(head, (said, meaning))
    return cells


def _columns(name: TieBreak, value: Value) -> list[tuple[str, str, str]]:
    """Return the columns of a tie-break: the head, the value in words, and its meaning."""
    match name:
        case TieBreak.WINS:
            meaning = _("First places: how often a player came first, alone or shared.")
            return [(_("First places"), str(value[0]), meaning)]
        case TieBreak.PLACES:
            meaning = _("Place 2 and so on: how often a player finished there.")
            further = [
                (_("Place %(place)s") % {"place": place}, str(count), meaning)
                for place, count in enumerate(value[1:], start=2)
            ]
            return _columns(TieBreak.WINS, value[:1]) + further
        case TieBreak.AGAINST:
            meaning = _(
                "Against each other: how often a player finished ahead of those who are still "
                "level, minus how often behind them."
            )
            return [(_("Against each other"), gained(value[0]), meaning)]
        case TieBreak.ROUNDS:
            meaning = _("Points in the rounds: what a player scored in all rounds together.")
            return [(_("Points in the rounds"), signed(value[0]), meaning)]
        case TieBreak.LOTS:
            meaning = _("Lot: a draw that was made together with the pairings.")
            return [(_("Lot"), str(-value[0]), meaning)]
