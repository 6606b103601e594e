"""Numbers as people write them."""

from __future__ import annotations

from django import template

from core.rendering.filters import signed

register = template.Library()


@register.filter
def gained(points: int) -> str:
    """What was gained or lost, with its sign."""
    return f"+{points}" if points > 0 else signed(points)
