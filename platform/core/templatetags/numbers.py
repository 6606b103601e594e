"""Template filters for numbers."""

from __future__ import annotations

from django import template

from core.rendering.filters import signed

register = template.Library()


@register.filter
def gained(points: int) -> str:
    """Return points won or lost, with their sign."""
    return f"+{points}" if points > 0 else signed(points)
