"""The link preview of a day's deal, and the picture of a result."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext

from core import times
from core.numbers import signed
from core.previews.preview import Preview, cover_of, spoken
from daily import days
from daily.models import Day
from daily.standings import DailyResult
from daily.today import DailyDeal


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


def result_preview(seen: DailyDeal, line: DailyResult, host: str) -> Preview:
    """Return a result to share: place and points, no card.

    `host`: the name of this server, where readers can try the same deal.
    """
    place = gettext("Place %(place)s of %(of)s") % {"place": line.place, "of": line.of}
    return Preview(
        above=f"{gettext('The daily deal')} · {times.day(seen.day.date)}",
        title=place,
        lines=(
            gettext(seen.meta.title),
            f"{gettext(seen.meta.pad.points)}: {signed(line.points)}",
            f"{host}/daily/",
        ),
        game=seen.meta.slug,
        cards=cover_of(seen.meta.slug),
    )
