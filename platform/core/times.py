"""Times for people: in their time zone, in the active language.

The zone is Django's current one. UTC is written beside each time: a reader in another zone who has
not chosen it would take the time for local.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from babel.dates import get_timezone_name
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext

from core import clock

NEAR = timedelta(days=7)
"""Within this time a day is named by its weekday."""


def day(at: date) -> str:
    """Return the day alone, of a moment or of the calendar: "22 Nov 2026"."""
    return _written(localtime(at) if isinstance(at, datetime) else at)


def short_day(at: date) -> str:
    """Return the day without its year, where the page shows the year: "22 Nov"."""
    return _written(at, "MONTH_DAY_FORMAT")


def month(at: date) -> str:
    """Return the month and the year, of a moment or of the calendar."""
    day = localtime(at) if isinstance(at, datetime) else at
    return _written(day, "YEAR_MONTH_FORMAT")


def hour(at: datetime) -> str:
    """Return the time of the day alone."""
    return _marked(at, _written(localtime(at), "TIME_FORMAT"))


def day_and_time(at: datetime) -> str:
    """Return the time; with its day unless it is today, and its year unless it is this one."""
    here, today = localtime(at), localtime(clock.machine_now()).date()
    if here.date() == today:
        return hour(at)
    if abs(here.date() - today) < NEAR:
        words = _written(here, "D H:i")
    elif here.year == today.year:
        words = f"{_written(here, 'MONTH_DAY_FORMAT')}, {_written(here, 'TIME_FORMAT')}"
    else:
        words = _written(here, "DATETIME_FORMAT")
    return _marked(at, words)


def deadline(at: datetime, *, near: bool) -> str:
    """Return a deadline: the weekday and the time if `near`, otherwise day, year and time. It reads
    no clock.
    """
    return _marked(at, _written(localtime(at), "D H:i")) if near else day_year_and_time(at)


def day_year_and_time(at: datetime) -> str:
    """Return day, year and time."""
    return _marked(at, _written(localtime(at), "DATETIME_FORMAT"))


def to_the_second(at: datetime) -> str:
    """Return day, year and time with seconds, for logs."""
    here = localtime(at)
    return _marked(at, f"{_written(here)}, {here:%H:%M:%S}")


def appointed(at: datetime) -> str:
    """Return day, year and time with the weekday and the zone, for important appointments."""
    words = _written(localtime(at), pgettext("date", "l j F Y, H:i"), use_l10n=False)
    return f"{words} {zone_name(at)}"


def zone_name(at: datetime) -> str:
    """Return the name of the reader's zone at this time, in the active language: CET, MEZ, UTC+3."""
    here = localtime(at)
    if not _is_at_home(at):
        return "UTC"  # as beside all other times, although French calls it TU
    known = get_timezone_name(here, width="short", locale=translation.get_language() or "en")
    for name in (known, here.tzname() or ""):
        if name.isalpha():
            return name
    offset = f"{here:%z}"
    return f"UTC{offset[:3]}:{offset[3:]}"


def _written(at: date, how: str = "DATE_FORMAT", *, use_l10n: bool = True) -> str:
    words = date_format(at, how, use_l10n=use_l10n)
    # Django's Italian names of days and months begin with capitals, which is wrong in Italian.
    return words.lower() if translation.get_language() == "it" else words


def _marked(at: datetime, words: str) -> str:
    return words if _is_at_home(at) else f"{words} UTC"


def _is_at_home(at: datetime) -> bool:
    return localtime(at).tzname() != UTC.tzname(None)


def for_a_spreadsheet(at: datetime) -> str:
    """Return a local time in a form that every spreadsheet sorts."""
    return localtime(at).strftime("%Y-%m-%d %H:%M")


def for_programs(at: datetime) -> str:
    """Return a time in UTC, to the second, by RFC 3339."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
