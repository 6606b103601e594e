"""The occasion of a match, for templates."""

from __future__ import annotations

from typing import Any

from django import template

from matches.present import occasion

register = template.Library()


@register.filter
def told(kept: dict[str, Any]) -> occasion.Occasion | None:
    """Return the content of `Match.occasion` in words."""
    return occasion.read_occasion(kept)
