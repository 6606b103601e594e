"""A user's preferences: language, time zone, and the hours that do not count."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.hold_people import hold_people
from accounts.hours import DAY, MOST_QUIET
from accounts.models import User
from core import clock
from core.signals import hours_changed

HOURS = ("time_zone", "browser_zone", "quiet_from", "quiet_until", "rest_day")
OTHERS = ("language", "hides_presence", "reading_pace")
KEPT_MS = 90 * 24 * 60 * 60 * 1000
"""Time for which former hours are kept, in milliseconds: longer than a decision takes."""


@transaction.atomic
def set_preferences(user: User, **chosen: Any) -> None:
    """Store the chosen values of `OTHERS` and `HOURS`; unnamed ones stay as they are.

    New quiet hours apply from the moment of the change; the former hours apply to the time before.

    Raises:
        ValidationError: unknown language or time zone, half a pair of quiet hours, or too many.
    """
    (stored,) = hold_people(user.pk)
    before = stored.hours
    for name in (*OTHERS, *HOURS):
        # Another tab may have chosen something since this request began.
        setattr(user, name, chosen.get(name, getattr(stored, name)))
    if user.quiet_from == user.quiet_until:
        user.quiet_from = user.quiet_until = None
    user.clean_fields(exclude=_OTHERS)
    check_quiet(user.quiet_from, user.quiet_until)
    now_ms = clock.now_ms()
    now = user.hours
    other = now != before and not (now.is_empty and before.is_empty)
    if other:
        known = [row for row in stored.hours_before if row["until_ms"] > now_ms - KEPT_MS]
        user.hours_before = [*known, {"until_ms": now_ms, **before.dump()}]
    user.save(update_fields=[*OTHERS, *HOURS, *(["hours_before"] if other else [])])
    if other:
        hours_changed.send(sender=User, user_id=user.pk)


def check_quiet(begins: int | None, ends: int | None) -> None:
    """Raise `ValidationError` if these quiet hours are not allowed."""
    if (begins is None) != (ends is None):
        raise ValidationError(
            {
                "quiet_from" if begins is None else "quiet_until": ValidationError(
                    _("Quiet hours need both a start and an end."), code="half"
                )
            }
        )
    if begins is not None and ends is not None and (ends - begins) % DAY > MOST_QUIET:
        raise ValidationError(
            {
                "quiet_until": ValidationError(
                    _(
                        "Quiet hours can last up to 16 hours a day, so that there is time left "
                        "to play."
                    ),
                    code="too_long",
                )
            }
        )


_OTHERS = {field.name for field in User._meta.fields} - {"language", "reading_pace", *HOURS}
