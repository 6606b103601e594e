"""Vacations: a limited number of days in a calendar year without decisions by correspondence."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.hold_people import hold_people
from accounts.hours import midnight_ms, zone_of
from accounts.models import User, Vacation
from core import clock, times
from core.signals import hours_changed

ONE_DAY = timedelta(days=1)
FARTHEST = timedelta(days=400)


@transaction.atomic
def go_away(user: User, first: date, last: date) -> Vacation:
    """Begin a vacation on the first day, today from now on, until the end of the last day.

    Days are those of the user's own calendar.

    Raises:
        ValidationError: it ends before it begins, begins in the past, is too far ahead, overlaps
            another one, or takes more days of a year than are left.
    """
    hold_people(user.pk)
    now_ms, zone = clock.now_ms(), zone_of(user.zone)
    today = _day(now_ms, zone)
    if last < first:
        raise ValidationError({"last": _("The last day is before the first.")})
    if first < today:
        raise ValidationError({"first": _("That day is over. A vacation starts today or later.")})
    if last > today + FARTHEST:
        raise ValidationError({"last": _("That is too far ahead.")})
    begins_ms = now_ms if first == today else midnight_ms(first, zone)
    ends_ms = midnight_ms(last + ONE_DAY, zone)
    _check_free(user, begins_ms, ends_ms)
    _check_budget(user, first, last)
    vacation = Vacation.objects.create(
        user=user, first=first, last=last, begins_ms=begins_ms, ends_ms=ends_ms
    )
    hours_changed.send(sender=User, user_id=user.pk)
    return vacation


@transaction.atomic
def come_back(user: User, vacation_id: int) -> None:
    """End a vacation now; delete one that has not begun. A past one stays as it was."""
    hold_people(user.pk)
    vacation = Vacation.objects.filter(user=user, pk=vacation_id).first()
    now_ms = clock.now_ms()
    if vacation is None or vacation.ends_ms <= now_ms:
        return
    if vacation.begins_ms > now_ms:
        vacation.delete()
    else:
        vacation.ends_ms = now_ms
        vacation.last = max(vacation.first, min(vacation.last, _day(now_ms, zone_of(user.zone))))
        vacation.save(update_fields=["ends_ms", "last"])
    hours_changed.send(sender=User, user_id=user.pk)


def vacations_of(user: User) -> list[Vacation]:
    """Return a user's vacations that are not over, the next one first."""
    return list(Vacation.objects.filter(user=user, ends_ms__gt=clock.now_ms()))


def days_left(user: User, year: int) -> int:
    """Return the number of vacation days that this user may still take in a year."""
    return int(settings.VACATION_DAYS) - len(_days(user, year))


def today_of(user: User) -> date:
    """Return the current day in the user's time zone."""
    return _day(clock.now_ms(), zone_of(user.zone))


def _check_free(user: User, begins_ms: int, ends_ms: int) -> None:
    met = Vacation.objects.filter(user=user, begins_ms__lt=ends_ms, ends_ms__gt=begins_ms).first()
    if met is not None:
        between = {"first": times.day(met.first), "last": times.day(met.last)}
        raise ValidationError(
            {"first": _("You already have a vacation from %(first)s to %(last)s.") % between}
        )


def _check_budget(user: User, first: date, last: date) -> None:
    wanted = {first + ONE_DAY * number for number in range((last - first).days + 1)}
    for year in sorted({day.year for day in wanted}):
        taken = _days(user, year)
        left = int(settings.VACATION_DAYS) - len(taken)
        if len({day for day in wanted if day.year == year} - taken) > left:
            said = ngettext(
                "You have %(left)s day of vacation left in %(year)s.",
                "You have %(left)s days of vacation left in %(year)s.",
                left,
            )
            raise ValidationError({"last": said % {"year": year, "left": left}})


def _days(user: User, year: int) -> set[date]:
    """Return the days of that year which this user's vacations use up."""
    taken = Vacation.objects.filter(user=user, first__year__lte=year, last__year__gte=year)
    return {
        day
        for one in taken
        for number in range((one.last - one.first).days + 1)
        if (day := one.first + ONE_DAY * number).year == year
    }


def _day(at_ms: int, zone: ZoneInfo) -> date:
    return datetime.fromtimestamp(at_ms / 1000, tz=zone).date()
