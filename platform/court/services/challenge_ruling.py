"""Appeal against a ruling: once, by a player whom it affects; another moderator decides."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from core import clock
from core.refusals import refused
from court import selectors
from court.models import Case, Challenge, Dispute, Ruling
from court.models.cases import LONGEST
from court.services.open_case import check_words


@transaction.atomic
def challenge_ruling(ruling_id: int, user: User, text: str) -> Challenge:
    """Appeal against a ruling, so that another moderator examines it.

    Raises:
        Refused: `not_found`, `not_concerned`, `not_in_force`, `challenged_already`,
            `words_missing`, `words_too_long`.
    """
    ruling = Ruling.objects.filter(pk=ruling_id).first()
    if ruling is None:
        raise refused("not_found")
    case = Case.objects.select_for_update(of=("self",)).get(pk=ruling.case_id)
    if not is_concerned(user, ruling):
        raise refused("not_concerned")
    if Challenge.objects.filter(ruling=ruling).exists():
        raise refused("challenged_already")
    if ruling.overturns_id is not None:
        # The ruling was itself the answer to an appeal.
        raise refused("challenged_already")
    if selectors.in_force(ruling.game, ruling.entry, ruling.pair) != ruling:
        raise refused("not_in_force")
    made = Challenge.objects.create(
        ruling=ruling, user=user, text=check_words(text, LONGEST), at=clock.now()
    )
    case.status = Case.Status.OPEN
    case.save(update_fields=["status"])
    return made


def is_concerned(user: User, ruling: Ruling) -> bool:
    """Return whether a user sat at the table of a ruling, or at one that it settled or that it was
    shown to.
    """
    disputes = Dispute.objects.filter(selectors.sat_at(user.pk))
    about = Q(case=ruling.case_id) | Q(case__settlement__ruling=ruling) | Q(citation__ruling=ruling)
    return disputes.filter(about).exists()
