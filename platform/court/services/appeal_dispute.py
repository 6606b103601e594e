"""Appeal against the result of a dispute, and withdraw the appeal."""

from __future__ import annotations

from django.db import transaction

from accounts.hold_people import hold_people
from accounts.models import User
from core import clock
from core.refusals import refused
from court import selectors
from court.models import Appeal, Case, Dispute
from court.models.cases import LONGEST
from court.services.open_case import check_words, open_case
from matches.engine import courts


@transaction.atomic
def appeal_dispute(dispute_id: int, user: User, text: str) -> Appeal:
    """Appeal against the result of a dispute at the user's table, so that moderators examine the
    word.

    No other user sees it before the round is over.

    Raises:
        Refused: `not_found`, `not_at_table`, `appealed_already`, `ruled_already`,
            `words_missing`, `words_too_long`.
    """
    # A guest's appeal in the same case may move to the account now.
    hold_people(user.pk)
    dispute = _lock_dispute(dispute_id)
    if not courts.has_court(dispute.match.game):
        raise refused("not_found")
    if not selectors.sat_there(user, dispute):
        raise refused("not_at_table")
    said = check_words(text, LONGEST)
    case = open_case(dispute, Case.Origin.APPEAL)
    if case.status == Case.Status.DECIDED or selectors.ruling_of(case) is not None:
        raise refused("ruled_already")
    before = Appeal.objects.filter(case=case, user=user).first()
    if before is not None and before.withdrawn_at is None:
        raise refused("appealed_already")
    if case.status == Case.Status.WITHDRAWN:
        case.status, case.closed_at = Case.Status.OPEN, None
        case.save(update_fields=["status", "closed_at"])
    made, _ = Appeal.objects.update_or_create(
        case=case,
        user=user,
        defaults={"text": said, "at": clock.now(), "withdrawn_at": None},
    )
    return made


@transaction.atomic
def withdraw_appeal(dispute_id: int, user: User) -> None:
    """Withdraw an appeal; the last one takes its case with it, unless the case has another cause.

    Raises:
        Refused: `not_found`, `no_appeal`, `ruled_already`.
    """
    dispute = _lock_dispute(dispute_id)
    now = clock.now()
    own = Appeal.objects.filter(case__dispute=dispute, user=user, withdrawn_at=None)
    case = Case.objects.select_for_update(of=("self",)).filter(dispute=dispute).first()
    if case is None or not own.exists():
        raise refused("no_appeal")
    if case.status == Case.Status.DECIDED or selectors.ruling_of(case) is not None:
        raise refused("ruled_already")
    own.update(withdrawn_at=now)
    left = case.appeals.filter(withdrawn_at=None).exists()
    if case.origin == Case.Origin.APPEAL and not left:
        case.status, case.closed_at = Case.Status.WITHDRAWN, now
        case.claimed_by, case.claimed_until, case.wants_opinion = None, None, False
        case.save()


def _lock_dispute(dispute_id: int) -> Dispute:
    dispute = Dispute.objects.select_for_update(of=("self",)).filter(pk=dispute_id).first()
    if dispute is None:
        raise refused("not_found")
    return dispute
