"""Correct the points of a case's match, if the match allows it."""

from __future__ import annotations

import msgspec

from accounts.models import User
from court.models import Case, Dispute, Party
from games.kernel.contests import Contest, Decision
from matches.engine import courts
from matches.models import Correction, Match, Round
from matches.services import correct


def correct_match(case: Case, decided: Decision, by: User, reason: str) -> Correction | None:
    """Correct the match of a case by this decision; return the correction, or None for no change."""
    dispute, match = case.dispute, case.dispute.match
    if match.rulings != Match.Rulings.POINTS or match.status == Match.Status.ABORTED:
        return None
    if decided.stands is None:
        return None
    round_ = Round.objects.select_related("match").get(match=match, number=dispute.round)
    changes = courts.amends(round_, contest_of(dispute), decided.stands)
    if not changes:
        return None
    source = f"court.case:{case.pk}"
    return correct.correct_points(
        match.pk, dispute.round, changes, by=by, reason=reason, source=source
    )


def undo_wrong(wrong: Correction | None, by: User, reason: str) -> None:
    """Undo the correction of an overturned ruling, if it made one."""
    if wrong is not None and wrong.undone_at is None:
        correct.undo_correction(wrong.pk, by=by, reason=reason)


def contest_of(dispute: Dispute) -> Contest:
    """Return a dispute as the game reported it."""
    parties = list(dispute.parties.order_by("place"))
    roles = Party.Role
    told = {
        "author": next(party.seat for party in parties if party.role == roles.AUTHOR),
        "word": dispute.word,
        "parts": dispute.parts,
        "seq": dispute.seq,
        "doubters": [party.seat for party in parties if party.role == roles.DOUBTER],
        "votes": [(party.seat, party.valid) for party in parties if party.role == roles.VOTER],
        "stands": dispute.stands,
        "by": dispute.by,
    }
    return msgspec.convert(told, Contest)
