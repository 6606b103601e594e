"""Every time that a person reads: by the clock on their wall, in the language that is active.

The zone is Django's present one. Where it is world time it stands beside each time: whoever lives
elsewhere, and has not said so, would take it for their own.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from babel.dates import get_timezone_name
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import pgettext

NEAR = timedelta(days=7)
"""Nearer than this a day is called by its weekday."""


def day(moment: date) -> str:
    """The day alone, of a moment or of the calendar: "22 Nov 2026"."""
    return date_format(localtime(moment) if isinstance(moment, datetime) else moment)


def short_day(moment: date) -> str:
    """The same without its year, where the page says which year it is: "22 Nov"."""
    return date_format(moment, "MONTH_DAY_FORMAT")


def month(moment: datetime) -> str:
    """The month and the year."""
    return date_format(localtime(moment), "YEAR_MONTH_FORMAT")


def hour(moment: datetime) -> str:
    """The time of the day alone."""
    return _marked(moment, date_format(localtime(moment), "TIME_FORMAT"))


def day_and_time(moment: datetime) -> str:
    """The time; its day unless it is today, and its year unless it is this one."""
    here, today = localtime(moment), localtime(now()).date()
    if here.date() == today:
        return hour(moment)
    if abs(here.date() - today) < NEAR:
        words = date_format(here, "D H:i")
    elif here.year == today.year:
        words = f"{date_format(here, 'MONTH_DAY_FORMAT')}, {date_format(here, 'TIME_FORMAT')}"
    else:
        words = date_format(here, "DATETIME_FORMAT")
    return _marked(moment, words)


def deadline(at: datetime, *, near: bool) -> str:
    """Until when, seen from a clock that is not ours: the weekday and the time, or day and time."""
    return _marked(at, date_format(localtime(at), "D H:i")) if near else moment(at)


def moment(at: datetime) -> str:
    """Day, year and time."""
    return _marked(at, date_format(localtime(at), "DATETIME_FORMAT"))


def to_the_second(at: datetime) -> str:
    """The same with its seconds: for logs."""
    here = localtime(at)
    return _marked(at, f"{date_format(here)}, {here:%H:%M:%S}")


def appointed(at: datetime) -> str:
    """The same with the weekday and the zone, for what people must not miss or misread."""
    words = date_format(localtime(at), pgettext("date", "l j F Y, H:i"), use_l10n=False)
    return f"{words} {zone_name(at)}"


def zone_name(at: datetime) -> str:
    """What the reader's zone is called then, as the language has a name for it: CET, MEZ, UTC+3."""
    here = localtime(at)
    known = get_timezone_name(here, width="short", locale=translation.get_language() or "en")
    for name in (known, here.tzname() or ""):
        if name.isalpha():
            return name
    offset = f"{here:%z}"
    return f"UTC{offset[:3]}:{offset[3:]}"


def _marked(at: datetime, words: str) -> str:
    return words if _is_at_home(at) else f"{words} UTC"


def _is_at_home(at: datetime) -> bool:
    return localtime(at).tzname() != UTC.tzname(None)
