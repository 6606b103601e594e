"""Appeal against a sanction once; another member of the staff decides."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from core import clock
from core.line_fields import tidy_text
from core.refusals import refused
from moderation.audit import log
from moderation.models import Sanction, SanctionAppeal
from moderation.sanctions.services import notify
from moderation.sanctions.services.lift import lift_sanction


def appeal_sanction(user: User, sanction_id: int, words: str) -> SanctionAppeal:
    """Appeal against a sanction of one's own while it is in force; a warning always is.

    Raises:
        Refused: `not_found`, `lifted_already`, `over_already`, `appealed`, `reason_missing`.
    """
    sanction = Sanction.objects.filter(pk=sanction_id, user=user).first()
    if sanction is None:
        raise refused("not_found")
    now = clock.now()
    if sanction.lifted_at is not None:
        raise refused("lifted_already")
    if not sanction.holds(now):
        raise refused("over_already")
    if not tidy_text(words):
        raise refused("reason_missing")
    try:
        with transaction.atomic():
            return SanctionAppeal.objects.create(sanction=sanction, words=tidy_text(words), at=now)
    except IntegrityError:
        raise refused("appealed") from None


def open_appeals_for(user: User) -> QuerySet[SanctionAppeal]:
    """Return the undecided appeals that this user may decide, oldest first."""
    own = Q(sanction__by=user) | Q(sanction__user=user)
    return SanctionAppeal.objects.filter(outcome="").exclude(own)


@transaction.atomic
def decide_appeal(by: User, appeal_id: int, *, uphold: bool, answer: str) -> None:
    """Answer an appeal: uphold the sanction or lift it. Of two answers at once, the second is
    refused.

    Raises:
        Refused: `not_found`, `decided`, `decided_by_you`, `reason_missing`, and those of
        `lift_sanction`.
    """
    found = SanctionAppeal.objects.select_for_update().filter(pk=appeal_id).first()
    if found is None:
        raise refused("not_found")
    if found.outcome:
        raise refused("decided", name=str(found.decided_by or ""))
    if found.sanction.by_id == by.pk:
        raise refused("decided_by_you")
    if found.sanction.user_id == by.pk:
        raise refused("sanction_yourself")
    if not tidy_text(answer):
        raise refused("reason_missing")
    found.outcome = SanctionAppeal.Outcome.UPHELD if uphold else SanctionAppeal.Outcome.LIFTED
    found.answer, found.decided_by = tidy_text(answer), by
    found.decided_at = clock.now()
    found.save(update_fields=["outcome", "answer", "decided_by", "decided_at"])
    log.record_action(by, f"appeal-{found.outcome}", found, answer=found.answer)
    notify.notify_of_decision(found.sanction, "answered")
    if not uphold and found.sanction.holds(found.decided_at):
        lift_sanction(by, found.sanction_id, found.answer)
    else:
        User.objects.filter(sanctions=found.sanction).update(decision_unread=True)
