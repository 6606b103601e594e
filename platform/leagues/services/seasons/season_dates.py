"""The dates of a season: their limits, and notices of changes."""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import clock
from leagues.models import News, Season
from leagues.services import notify

LONGEST = timedelta(days=366)
"""Longest season."""
FARTHEST = timedelta(days=2 * 366)
"""Latest beginning, counted from now; and earliest opening that is planned, counted back."""


def tell_dates(season: Season) -> None:
    """Notify all who have signed up that a season begins or ends at another time."""
    facts = {"ends": season.ends_at.isoformat()}
    if season.state in (Season.State.PLANNED, Season.State.SIGN_UP):
        facts["begins"] = season.begins_at.isoformat()
    notify.notify_everybody(season, News.Kind.DATES, str(clock.now_ms()), of=None, **facts)


def check_dates(season: Season) -> None:
    """Check the dates of a season.

    Raises:
        ValidationError: by field.
    """
    now = clock.now()
    wrong: dict[str, str] = {}
    has_begun = season.state not in (Season.State.PLANNED, Season.State.SIGN_UP)
    if season.state == Season.State.PLANNED and season.opens_at < now - FARTHEST:
        wrong["opens_at"] = _("That is in the past.")
    if season.begins_at <= season.opens_at:
        wrong["begins_at"] = _("The season must begin after sign-up opens.")
    elif not has_begun and season.begins_at <= now:
        wrong["begins_at"] = _("That is in the past.")
    elif season.begins_at > now + FARTHEST:
        wrong["begins_at"] = _("That is too far ahead: two years at most.")
    if season.ends_at <= max(season.begins_at, now):
        wrong["ends_at"] = _("The season must end in the future, and after it begins.")
    elif season.ends_at - season.begins_at > LONGEST:
        wrong["ends_at"] = _("A season can last a year at most.")
    others = season.league.seasons.exclude(pk=season.pk).exclude(state=Season.State.CANCELLED)
    for other in others:
        end = other.finished_at or other.ends_at
        if season.opens_at < end and other.opens_at < season.ends_at:
            earlier = other.number < season.number
            wrong["opens_at" if earlier else "ends_at"] = _(
                "Season %(number)s will not be over by then. Seasons cannot overlap."
            ) % {"number": other.number}
    if wrong:
        raise ValidationError(wrong)
