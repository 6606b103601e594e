"""Work on a case: a claim for one moderator, and second opinions."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from accounts.models import User
from core import clock
from core.refusals import refused
from court import selectors
from court.models import Case, Opinion
from court.models.cases import LONGEST
from court.services.open_case import check_words, lock_case
from games.kernel.contests import Decision
from moderation.audit import log

HOLDS = timedelta(hours=1)
"""Duration of a claim."""


@transaction.atomic
def claim_case(case_id: int, by: User) -> Case:
    """Claim a case for this moderator, or extend the claim.

    Raises:
        Refused: `no_case`, `sat_there`, `had_a_hand`, `case_closed`, `case_claimed`.
    """
    case = lock_open_case(case_id, by)
    now = clock.now()
    holder = case.claimed_by
    if holder is not None and holder != by and case.claimed_until and case.claimed_until > now:
        raise refused("case_claimed", name=holder.name)
    case.claimed_by, case.claimed_until = by, now + HOLDS
    case.save(update_fields=["claimed_by", "claimed_until"])
    log.record_action(by, "claim", case)
    return case


@transaction.atomic
def release_case(case_id: int, by: User) -> Case:
    """Release a case that this moderator has claimed.

    Raises:
        Refused: `no_case`, `sat_there`, `had_a_hand`, `case_closed`, `claim_first`.
    """
    case = lock_claimed_case(case_id, by)
    case.claimed_by, case.claimed_until = None, None
    case.save(update_fields=["claimed_by", "claimed_until"])
    log.record_action(by, "release", case)
    return case


@transaction.atomic
def ask_for_opinion(case_id: int, by: User) -> Case:
    """Request another moderator's opinion on a case that this moderator has claimed.

    Raises:
        Refused: those of `release_case`.
    """
    case = lock_claimed_case(case_id, by)
    case.wants_opinion = True
    case.save(update_fields=["wants_opinion"])
    log.record_action(by, "ask_opinion", case)
    return case


@transaction.atomic
def give_opinion(case_id: int, by: User, decision: str, reason: str) -> Opinion:
    """Store a second opinion on a case, for the moderator who decides.

    Raises:
        Refused: `no_case`, `sat_there`, `had_a_hand`, `case_closed`, `no_question`,
            `own_question`, `opinion_given`, `unknown_decision`, `words_missing`,
            `words_too_long`.
    """
    case = lock_open_case(case_id, by)
    if not case.wants_opinion:
        raise refused("no_question")
    if case.claimed_by == by:
        raise refused("own_question")
    if case.opinions.filter(by=by).exists():
        raise refused("opinion_given")
    opinion = Opinion.objects.create(
        case=case,
        by=by,
        decision=parse_decision(decision).value,
        reason=check_words(reason, LONGEST),
        at=clock.now(),
    )
    case.wants_opinion = False
    case.save(update_fields=["wants_opinion"])
    log.record_action(by, "opine", case, decision=opinion.decision)
    return opinion


def parse_decision(decision: str) -> Decision:
    """Return the decision with this value.

    Raises:
        Refused: `unknown_decision`.
    """
    try:
        return Decision(decision)
    except ValueError:
        raise refused("unknown_decision") from None


def lock_open_case(case_id: int, by: User) -> Case:
    """Lock an open case on which this moderator may act.

    Raises:
        Refused: `no_case`, `sat_there`, `had_a_hand`, `case_closed`.
    """
    case = lock_case(case_id, by)
    if case.status != Case.Status.OPEN:
        raise refused("case_closed")
    if selectors.had_a_hand(by, case):
        raise refused("had_a_hand")
    return case


def lock_claimed_case(case_id: int, by: User) -> Case:
    """Lock an open case whose claim this moderator holds.

    Raises:
        Refused: those of `lock_open_case`, and `case_claimed`, `claim_first`.
    """
    case = lock_open_case(case_id, by)
    if case.claimed_by is None:
        raise refused("claim_first")
    if case.claimed_by != by:
        raise refused("case_claimed", name=case.claimed_by.name)
    return case
