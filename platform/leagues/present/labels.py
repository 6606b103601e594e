"""Texts of a league's table: points, and the reasons for the order of tied players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.numbers import gained, signed
from leagues.scoring.standings import TableRow
from leagues.scoring.tie_breaks import TieBreak, Value

FEW = 2
"""Number of tied players up to which they are named."""

TIE_BREAKS = {
    TieBreak.WINS: gettext_lazy("most first places"),
    TieBreak.PLACES: gettext_lazy("most first places; then most second places, and so on"),
    TieBreak.AGAINST: gettext_lazy("results among those who are level"),
    TieBreak.ROUNDS: gettext_lazy("the points scored in the rounds"),
    TieBreak.LOTS: gettext_lazy("a draw by lot, made together with the pairings"),
}
"""The tie-breaks as the rules name them."""


def points_text(value: Fraction) -> str:
    """Return points as text: two decimals if the number is not whole."""
    if value.denominator == 1:
        return str(value.numerator)
    return number_format(float(value), 2 if value.denominator > 2 else 1)


def tie_break_text(row: TableRow, names: Mapping[int, str]) -> str:
    """Return why a row has its position among tied players; "" without a tie."""
    if not row.level or not row.played:
        return ""
    others = (
        _("Level with %(names)s.") % {"names": ", ".join(names[one] for one in row.level)}
        if len(row.level) <= FEW
        else _("Level with %(count)s others.") % {"count": len(row.level)}
    )
    return " ".join(
        [others, *(f"{_tie_break_sentence(name, value)}." for name, value in row.decided)]
    )


def by_lot_text(group: Sequence[int], names: Mapping[int, str]) -> str:
    """Return the sentence that lots decide which of a group goes up or down."""
    return _(
        "%(names)s are level in everything. A draw by lot decides who moves up or down, in "
        "this order. It was made together with the pairings."
    ) % {"names": ", ".join(names[one] for one in group)}


def tie_break_value(value: Value) -> str:
    """Return the value of a tie-break for a player, for programs."""
    return " ".join(map(str, value))


def _tie_break_sentence(name: TieBreak, value: Value) -> str:
    match name:
        case TieBreak.WINS:
            return _("First places: %(number)s") % {"number": value[0]}
        case TieBreak.PLACES:
            counted = ", ".join(map(str, value))
            return _("First, second … places: %(counted)s") % {"counted": counted}
        case TieBreak.AGAINST:
            return _("Results among them: %(number)s") % {"number": gained(value[0])}
        case TieBreak.ROUNDS:
            return _("Points scored in the rounds: %(number)s") % {"number": signed(value[0])}
        case TieBreak.LOTS:
            return _("Lot: %(number)s") % {"number": -value[0]}
