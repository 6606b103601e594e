"""Template tags of the word court's pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext

from court.models import Party
from matches.models import Seat
from matches.models.talk import PRESETS
from matches.present.seat_names import bot_at

register = template.Library()


@register.filter
def said(words: str) -> str:
    """Return a fact of an exhibit: the game's sentences in the reader's language, words unchanged."""
    return gettext(words) if words else ""


@register.filter
def called(party: Party) -> str:
    """Return the name of the participant in that seat, including a bot."""
    if party.bot:
        return bot_at(Seat.objects.get(match=party.dispute.match_id, number=party.seat))
    return party.user.name if party.user is not None else gettext("a deleted user")


@register.filter
def named(speakers: dict[int, str], user_id: int) -> str:
    """Return the name of a speaker."""
    return speakers.get(user_id) or gettext("a deleted user")


@register.filter
def spoken(line: dict[str, Any]) -> str:
    """Return a line of talk: typed text, or a ready-made sentence in the reader's language."""
    return line["text"] or gettext(PRESETS.get(line["preset"], line["preset"]))
