"""`{% board "board/board.html" %}`: a template of a board (see `core.rendering.environment`) within a page."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import get_template, select_template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def board(context: Context, name: str | list[str]) -> SafeString:
    """Render a template with the page's context; of several names the first that exists."""
    found = get_template(name) if isinstance(name, str) else select_template(name)
    known: Any = context.flatten()
    return mark_safe(found.render(known))  # escaped where it was rendered
