"""The offer of a game's lesson to a user who does not know the game."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _


def lesson_offer(game: str) -> SafeString:
    """Return the sentence that leads to the lesson of this game."""
    lesson = reverse("lessons:lesson", args=[game])
    return format_html(_('First time? <a href="{}">The lesson</a> takes two minutes.'), lesson)
