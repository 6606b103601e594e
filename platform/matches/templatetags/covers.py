"""`{% cover game %}`: the picture of a game, of its meta; ours if it has none of its own."""

from __future__ import annotations

from django import template
from django.template.loader import select_template
from django.utils.safestring import SafeString, mark_safe

from games.kernel.contract import Meta

register = template.Library()


@register.simple_tag
def cover(game: Meta) -> SafeString:
    """Render the cover of this game."""
    found = select_template([f"games/{game.slug}/cover.html", "pages/_cover.html"])
    html: str = found.render({})
    return mark_safe(html)  # escaped where it was rendered
