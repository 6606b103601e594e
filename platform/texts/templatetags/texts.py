"""`{% published_texts as texts %}`: the host's published texts."""

from __future__ import annotations

from django import template

from texts import published

register = template.Library()


@register.simple_tag
def published_texts() -> list[tuple[str, str]]:
    """Return slug and title of each published text."""
    return published.published_pages()
