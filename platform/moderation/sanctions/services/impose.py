"""Impose a sanction on a user, and enforce it in every app."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.hold_people import hold_people
from accounts.models import Restriction, User
from accounts.services import restrictions, revoke_access
from accounts.staff import is_staff
from core import clock
from core.line_fields import tidy_text
from core.refusals import refused
from moderation.audit import log
from moderation.models import Report, Sanction
from moderation.sanctions.services import notify

Kind = Sanction.Kind

RESTRICTS = {Kind.MUTE: Restriction.What.TALK, Kind.NO_PUBLIC: Restriction.What.PUBLIC}
SHUTS_OUT = (Kind.SUSPENSION, Kind.BAN)


@transaction.atomic
def impose_sanction(
    by: User,
    user: User,
    kind: str,
    *,
    cause: str,
    reason: str,
    days: int | None = None,
    report: Report | None = None,
) -> Sanction:
    """Impose a sanction from now on, for this many days or without an end.

    Warnings and bans have no end; a suspension needs one.

    Raises:
        Refused: `reason_missing`, `end_missing`, and those of `check_may_judge`.
    """
    (user,) = hold_people(user.pk)
    check_may_judge(by, user)
    if not tidy_text(reason):
        raise refused("reason_missing")
    if kind in (Kind.WARNING, Kind.BAN):
        days = None
    elif kind == Kind.SUSPENSION and days is None:
        raise refused("end_missing")
    now = clock.now()
    sanction = Sanction.objects.create(
        user=user,
        kind=kind,
        cause=cause,
        reason=tidy_text(reason),
        by=by,
        report=report,
        at=now,
        ends_at=None if days is None else now + timedelta(days=days),
    )
    User.objects.filter(pk=user.pk).update(decision_unread=True)
    log.record_action(
        by, kind, user, sanction=sanction.pk, cause=cause, reason=sanction.reason, days=days
    )
    notify.notify_of_decision(sanction, "imposed")
    enforce_sanctions(user)
    return sanction


def check_may_judge(by: User, user: User) -> None:
    """Raise `Refused` (`sanction_yourself`, `above_you`, `nobody_there`) if the judge may not
    decide.
    """
    if user.pk == by.pk:
        raise refused("sanction_yourself")
    if user.gone_at is not None:
        raise refused("nobody_there")
    if is_staff(user) and not by.is_superuser:
        raise refused("above_you")


def enforce_sanctions(user: User) -> None:
    """Apply this user's present sanctions in every app; a second call changes nothing."""
    now = clock.now()
    holding = list(Sanction.objects.in_force(now).filter(user=user))
    until: dict[str, datetime | None] = {}
    for sanction in holding:
        what = RESTRICTS.get(Kind(sanction.kind))
        if what is not None:
            until[what] = _later_end(until.get(what, now), sanction.ends_at)
    restrictions.restrict_user(user, until)
    shut_out = any(sanction.kind in SHUTS_OUT for sanction in holding)
    user.refresh_from_db(fields=["is_active"])
    if shut_out and user.is_active:
        revoke_access.ban_user(user)
    elif not shut_out and not user.is_active:
        revoke_access.unban_user(user)


def _later_end(one: datetime | None, other: datetime | None) -> datetime | None:
    return None if one is None or other is None else max(one, other)


def readmit_suspended() -> None:
    """Let suspended users sign in again after the end; other sanctions end by themselves."""
    now = clock.now()
    over = Sanction.objects.filter(
        kind=Kind.SUSPENSION, ends_at__lte=now, user__is_active=False, user__gone_at=None
    )
    for user_id in over.values_list("user_id", flat=True).distinct():
        with transaction.atomic():
            enforce_sanctions(*hold_people(user_id))
