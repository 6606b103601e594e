"""`{% published_texts as texts %}`: the host's texts that can be read."""

from __future__ import annotations

from django import template

from texts import published

register = template.Library()


@register.simple_tag
def published_texts() -> list[tuple[str, str]]:
    """Slug and title of each."""
    return published.published_pages()
