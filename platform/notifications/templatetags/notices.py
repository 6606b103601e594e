"""Template tags of the notices' page."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from django import template
from django.utils.translation import gettext

from matches.engine import catalogue
from matches.models import Match

register = template.Library()


@register.filter
def of(sentences: Mapping[str, str], code: str) -> str:
    """Return the sentence of a code."""
    return sentences.get(code, "")


@register.filter
def game(match: Match) -> str:
    """Return the name of the game."""
    return gettext(catalogue.game_of(match.game).meta.title)


@register.filter
def host(url: str) -> str:
    """Return the host of an address, without its secret parts."""
    return urlsplit(url).hostname or ""
