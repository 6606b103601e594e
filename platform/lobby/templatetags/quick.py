"""`{% quick_games games as quick %}`: the games of a quick match, with the people at each tempo."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from games.kernel.contract import Meta
from lobby import company
from lobby.company import QuickGame

register = template.Library()


@register.simple_tag
def quick_games(games: Sequence[Meta]) -> list[QuickGame]:
    """Return the quick matches of these games."""
    return company.quick_games(games)
