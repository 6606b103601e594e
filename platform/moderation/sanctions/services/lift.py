"""Lift a sanction before its end."""

from __future__ import annotations

from django.db import transaction

from accounts.hold_people import hold_people
from accounts.models import User
from core import clock
from core.line_fields import tidy_text
from core.refusals import refused
from moderation.audit import log
from moderation.models import Sanction
from moderation.sanctions.services import notify
from moderation.sanctions.services.impose import check_may_judge, enforce_sanctions


@transaction.atomic
def lift_sanction(by: User, sanction_id: int, reason: str) -> None:
    """Lift a sanction. It stays on record with the reason and the member of the staff.

    Raises:
        Refused: `not_found`, `lifted_already`, `over_already`, `reason_missing`, and those of
            `impose.check_may_judge`.
    """
    sanction = Sanction.objects.select_for_update().filter(pk=sanction_id).first()
    if sanction is None:
        raise refused("not_found")
    if sanction.user is None:
        raise refused("nobody_there")
    (user,) = hold_people(sanction.user.pk)
    check_may_judge(by, user)
    if not tidy_text(reason):
        raise refused("reason_missing")
    now = clock.now()
    if sanction.lifted_at is not None:
        raise refused("lifted_already")
    if not sanction.holds(now):
        raise refused("over_already")
    sanction.lifted_at, sanction.lifted_by, sanction.lift_reason = now, by, tidy_text(reason)
    sanction.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
    User.objects.filter(pk=user.pk).update(decision_unread=True)
    log.record_action(by, "lift", user, sanction=sanction.pk, reason=sanction.lift_reason)
    notify.notify_of_decision(sanction, "lifted")
    enforce_sanctions(user)
