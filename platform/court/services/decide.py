"""Decide a case: a ruling for the list of words, and what it corrects in the match."""

from __future__ import annotations

import msgspec
from django.db import transaction

from accounts.models import User
from core import clock
from court import selectors
from court.models import Case, Challenge, Dispute, Party, Ruling
from court.models.cases import LONGEST
from court.services import notify
from court.services.claim import lock_claimed_case, parse_decision
from court.services.open_case import check_words
from games.kernel.contests import Contest, Decision
from matches.models import Correction, Match, Round
from matches.services import correct
from matches.table import courts
from moderation.audit import log


@transaction.atomic
def decide_case(case_id: int, by: User, decision: str, reason: str) -> Case:
    """Rule on a word; after an appeal the same decision lets the ruling stand, another overturns it.

    Where the match asked for it the chips or points follow, and go back with a ruling that is
    overturned.

    Raises:
        Refused: those of `claim.lock_claimed_case`, and `unknown_decision`, `words_missing`,
            `words_too_long`.
    """
    case = lock_claimed_case(case_id, by)
    decided, said = parse_decision(decision), check_words(reason, LONGEST)
    now = clock.now()
    before = selectors.ruling_of(case)
    challenge = None if before is None else Challenge.objects.get(ruling=before, closed_at=None)
    if challenge is not None:
        challenge.closed_at = now
    if before is None or before.decision != decided.value:
        counted = case.dispute.match.result
        notify.notify_of_ruling(case, _rule(case, before, by, decided, said), counted)
    elif challenge is not None:
        challenge.upheld = said
        notify.notify_of_ruling(case, before, stands=True)
    if challenge is not None:
        challenge.save()
    case.status, case.closed_at = Case.Status.DECIDED, case.closed_at or now
    case.claimed_by, case.claimed_until, case.wants_opinion = None, None, False
    case.save()
    log.record_action(by, "decide", case, decision=decided.value, reason=said)
    return case


def _rule(case: Case, before: Ruling | None, by: User, decided: Decision, reason: str) -> Ruling:
    """A new line of the list; what the one before it has corrected goes back."""
    dispute, match = case.dispute, case.dispute.match
    wrong = None if before is None else before.correction
    if wrong is not None and wrong.undone_at is None:
        correct.undo_correction(wrong.pk, by=by, reason=reason)
    return Ruling.objects.create(
        case=case,
        game=match.game,
        entry=courts.entry(match.game, dispute.word),
        pair=selectors.pair_of(dispute.parts),
        word=dispute.word,
        parts=dispute.parts,
        decision=decided.value,
        reason=reason,
        by=by,
        at=clock.now(),
        overturns=before,
        correction=_corrected(case, decided, by, reason),
    )


def _corrected(case: Case, decided: Decision, by: User, reason: str) -> Correction | None:
    """What the match counts otherwise because of this decision; None: nothing."""
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


def contest_of(dispute: Dispute) -> Contest:
    """A dispute as the game told of it."""
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
