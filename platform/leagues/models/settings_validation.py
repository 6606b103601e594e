"""Checks of league settings that depend on each other, with a sentence for each field."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from leagues.scoring.tie_breaks import TieBreak

MOST_POINTS = 1000


def check_settings_together(
    *, points: Any, tie_breaks: Any, seats: Any, division_size: Any, moving: Any, most: Any
) -> None:
    """Check the settings that depend on each other: columns of `League` by name.

    Raises:
        ValidationError: by field.
    """
    wrong = {
        "points": _points(points, seats),
        "tie_breaks": _tie_breaks(tie_breaks),
        "division_size": _(
            "A division needs at least as many players as a table has seats: %(seats)s."
        )
        % {"seats": seats}
        if _less(division_size, seats)
        else "",
        "moving": _(
            "Some players have to stay in a division: at most half can move up, and "
            "at most half down."
        )
        if _less(division_size, 2 * (moving or 0))
        else "",
        "most": _("Allow enough players for one table: %(seats)s.") % {"seats": seats}
        if most is not None and _less(most, seats)
        else "",
    }
    found = {field: said for field, said in wrong.items() if said}
    if found:
        raise ValidationError(found)


def _less(one: Any, other: Any) -> bool:
    # A field with an error of its own has no number.
    return isinstance(one, int) and isinstance(other, int) and one < other


def _points(points: Any, seats: Any) -> Any:
    if not isinstance(points, list) or not all(_is_points(one) for one in points):
        return _("Write whole numbers from 0 to %(most)s, one for each place.") % {
            "most": MOST_POINTS
        }
    if points and isinstance(seats, int) and len(points) != seats:
        return _("A table has %(seats)s seats, so write %(seats)s numbers.") % {"seats": seats}
    if any(later > earlier for earlier, later in pairwise(points)):
        return _("A better place must not give fewer points.")
    if points and points[0] == points[-1]:
        return _("The first place must give more points than the last.")
    return ""


def _is_points(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS


def _tie_breaks(names: Any) -> Any:
    if not isinstance(names, list) or not all(name in list(TieBreak) for name in names):
        return _("There is no such tie-break.")
    if len(set(names)) != len(names):
        return _("List each tie-break only once.")
    return ""
