"""Template tags of a table: points as text, reachable places as a bar."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from leagues.present import labels

register = template.Library()

UNIT = 10
"""The width of a place in the bar's own units."""


@register.filter
def points(value: Fraction) -> str:
    """Return points as text."""
    return labels.points_text(value)


@register.simple_tag
def reach_bar(best: int, worst: int, place: int, places: int) -> SafeString:
    """Draw the places from `best` to `worst` among all, with a mark at the present place."""
    return format_html(
        '<svg class="reach__bar" viewBox="0 0 {} 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="reach__all" width="{}" height="10"/>'
        '<rect class="reach__span" x="{}" width="{}" height="10"/>'
        '<rect class="reach__now" x="{}" width="{}" height="10"/></svg>',
        places * UNIT,
        places * UNIT,
        (best - 1) * UNIT,
        (worst - best + 1) * UNIT,
        (place - 1) * UNIT + UNIT // 2 - 1,
        2,
    )


@register.filter
def unlocalized(value: float) -> str:
    """Return a number as SVG expects it in every language."""
    return f"{value:g}"


@register.filter
def of(names: Mapping[int, str], player: int) -> str:
    """Return the name of a player."""
    return names[player]
