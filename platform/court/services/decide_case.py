"""Decide a case: add a ruling to the list of words, and correct the match."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from core import clock
from court import selectors
from court.models import Case, Challenge, Ruling
from court.models.cases import LONGEST
from court.services import notify_of_ruling, settle_cases
from court.services.claim_case import lock_claimed_case, parse_decision
from court.services.correct_match import correct_match, undo_wrong
from court.services.open_case import check_words
from games.kernel.contests import Decision
from matches.engine import courts
from moderation.audit import log


@transaction.atomic
def decide_case(case_id: int, by: User, decision: str, reason: str) -> Case:
    """Rule on a word. After an appeal, the same decision upholds the ruling; another one overturns
    it.

    If the match allows it, its chips or points follow the ruling, and return if the ruling is
    overturned. A ruling in force on the word with the same decision settles this case: it keeps
    its place in the list, and the players of this case can still appeal against it. Other open
    cases about the word are settled too. If two moderators decide about one word at once, the
    second finds the case closed.

    Raises:
        Refused: those of `claim.lock_claimed_case`, and `unknown_decision`, `words_missing`,
            `words_too_long`.
    """
    settle_cases.lock_word(case_id)
    case = lock_claimed_case(case_id, by)
    decided, said = parse_decision(decision), check_words(reason, LONGEST)
    settle_cases.lock_matches(case, by)
    now = clock.now()
    before = selectors.ruling_of(case)
    challenge = None if before is None else Challenge.objects.get(ruling=before, closed_at=None)
    if challenge is not None:
        challenge.closed_at = now
    ruling = before or selectors.in_force(*selectors.word_of(case))
    if ruling is None or ruling.decision != decided.value:
        counted = notify_of_ruling.count_now(case.dispute.match)
        ruling = _rule(case, before, by, decided, said)
        notify_of_ruling.notify_of_ruling(case, ruling, counted)
        settle_cases.settle_anew(case, ruling, by)
    elif challenge is not None:
        challenge.upheld = said
        notify_of_ruling.notify_of_ruling(case, ruling, stands=True)
    else:
        settle_cases.settle_case(case, ruling, by, said)
    if challenge is not None:
        challenge.save()
    case.status, case.closed_at = Case.Status.DECIDED, case.closed_at or now
    case.claimed_by, case.claimed_until, case.wants_opinion = None, None, False
    case.save()
    settle_cases.settle_others(case, ruling, by)
    log.record_action(by, "decide", case, decision=decided.value, reason=said)
    return case


def _rule(case: Case, before: Ruling | None, by: User, decided: Decision, reason: str) -> Ruling:
    """Add a line to the list, and undo the corrections of the ruling before it."""
    dispute, match = case.dispute, case.dispute.match
    undo_wrong(None if before is None else before.correction, by, reason)
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
        correction=correct_match(case, decided, by, reason),
    )
