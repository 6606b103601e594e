"""Words of the notices' page."""

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
    """The sentence for a code."""
    return sentences.get(code, "")


@register.filter
def game(match: Match) -> str:
    """What is played there."""
    return gettext(catalogue.game_of(match.game).meta.title)


@register.filter
def host(url: str) -> str:
    """Where an address leads, without what in it is secret."""
    return urlsplit(url).hostname or ""
