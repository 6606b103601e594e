"""Texts of a league's table: points, the names of the tie-breaks, and lots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.scoring.tie_breaks import TieBreak, Value

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


def by_lot_text(group: Sequence[int], names: Mapping[int, str]) -> str:
    """Return the sentence that lots decide which of a group goes up or down."""
    return _(
        "%(names)s are level in everything. A draw by lot decides who moves up or down, in "
        "this order. It was made together with the pairings."
    ) % {"names": ", ".join(names[one] for one in group)}


def tie_break_value(value: Value) -> str:
    """Return the value of a tie-break for a player, for programs."""
    return " ".join(map(str, value))
