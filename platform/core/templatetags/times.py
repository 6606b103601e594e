"""When, how long ago and how long until, in one word or two."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.timezone import localtime, now
from django.utils.translation import gettext, pgettext

register = template.Library()


@register.filter
def since(moment: datetime) -> str:
    """How long ago this was, in its largest unit."""
    return _words(moment, now())


@register.filter
def until(moment: datetime) -> str:
    """How long until then, in its largest unit."""
    return _words(now(), moment)


@register.filter
def day_and_time(moment: datetime) -> str:
    """When this is by the reader's own clock: the time, and the day unless it is today."""
    here, today = localtime(moment), localtime(now()).date()
    if here.date() == today:
        return date_format(here, "H:i")
    near = abs(here.date() - today) < timedelta(days=7)
    return date_format(here, "D H:i" if near else pgettext("date", "j M H:i"))


def _words(start: datetime, end: datetime) -> str:
    if (end - start).total_seconds() < 60:
        return gettext("less than a minute")
    return timesince(start, end, depth=1)
