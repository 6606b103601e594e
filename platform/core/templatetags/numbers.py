"""Template filters for numbers."""

from __future__ import annotations

from django import template

from core.numbers import gained, signed

register = template.Library()
register.filter(gained)
register.filter(signed)
