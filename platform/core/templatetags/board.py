"""`{% board "board/board.html" %}`: a template of a board (see `core.rendering.environment`) within a page.

`{% kept "components/ways.html" signed_in=yes %}`: a template that is cached by these values (see
`core.rendering.cache`), and gets no others. `fill_token=csrf_token` is the blank `token` there.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import get_template, select_template
from django.utils.safestring import SafeString, mark_safe

from core.rendering import cache

FILL = "fill_"

register = template.Library()


@register.simple_tag(takes_context=True)
def board(context: Context, name: str | list[str]) -> SafeString:
    """Render a template with the page's context; of several names the first that exists."""
    found = get_template(name) if isinstance(name, str) else select_template(name)
    known: Any = context.flatten()
    return mark_safe(found.render(known))  # escaped where it was rendered


@register.simple_tag
def kept(name: str, **values: Any) -> SafeString:
    """Return the rendering of a template with these values, with the blanks filled in."""
    blanks = {key.removeprefix(FILL): values.pop(key) for key in [*values] if key.startswith(FILL)}
    return cache.rendered_with_blanks(name, values, blanks)
