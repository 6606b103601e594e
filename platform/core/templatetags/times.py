"""Template filters for times; every time on a page uses them."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.timesince import timesince
from django.utils.translation import gettext

from core import clock, times

register = template.Library()

for _said in (
    times.day,
    times.short_day,
    times.month,
    times.day_and_time,
    times.to_the_second,
    times.appointed,
):
    register.filter(_said)
register.filter("moment", times.day_year_and_time)


@register.filter
def iso(moment: datetime) -> str:
    """Return a time for programs: ISO 8601 with its offset."""
    return moment.isoformat(timespec="seconds")


@register.filter
def since(moment: datetime) -> str:
    """Return the time since this moment, in its largest unit."""
    return _words(moment, clock.machine_now())


@register.filter
def until(moment: datetime) -> str:
    """Return the time until this moment, in its largest unit."""
    return _words(clock.machine_now(), moment)


def _words(start: datetime, end: datetime) -> str:
    if (end - start).total_seconds() < 60:
        return gettext("less than a minute")
    return timesince(start, end, depth=1)
