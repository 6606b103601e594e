"""The link preview of a day's deal."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext

from core import times
from core.previews.preview import Preview, cover_of, spoken
from daily import days
from daily.models import Day


def day_preview(request: HttpRequest, day: Day) -> Preview:
    """Return the date and the game of a day's deal; no card and no result of it."""
    meta = days.meta_of(day)
    with spoken(request) as language:
        return Preview(
            above=gettext("The daily deal"),
            title=gettext(meta.title),
            lines=(
                times.day(day.date),
                gettext("The same cards for all players"),
                gettext("One try"),
            ),
            game=meta.slug,
            cards=cover_of(meta.slug),
            language=language,
        )
