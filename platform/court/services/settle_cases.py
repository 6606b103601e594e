"""Settle every open case about a word by one ruling."""

from __future__ import annotations

from django.db import connection
from django.db.models import QuerySet

from accounts.models import User
from core import clock
from court import selectors
from court.models import Case, Ruling, Settlement
from court.services import notify_of_ruling
from court.services.correct_match import correct_match, undo_wrong
from games.kernel.contests import Decision
from matches.models import Match
from moderation.audit import log


def lock_word(case_id: int) -> None:
    """Lock the word of this case, so that no other moderator rules on it in this transaction.

    Without the lock, two moderators with two cases about one word could make contradictory rulings.
    """
    case = Case.objects.select_related("dispute__match").filter(pk=case_id).first()
    if case is None:
        return
    word = "+".join(selectors.word_of(case))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('court'), hashtext(%s))", [word])


def lock_matches(case: Case, by: User) -> None:
    """Lock every match that a decision on this case may correct, always in the same order.

    Otherwise two decisions about several tables of the same people could deadlock.
    """
    others = [other.pk for other in selectors.about_the_same_word(case, by)]
    cases = [case.pk, *others, *_settlements_of(case).values_list("case", flat=True)]
    matches = Match.objects.filter(disputes__case__in=cases).values("pk")
    list(Match.objects.select_for_update().filter(pk__in=matches).order_by("pk"))


def settle_case(case: Case, ruling: Ruling, by: User, reason: str) -> None:
    """Apply a ruling on the same word to this case, and correct the points of its table."""
    counted = notify_of_ruling.count_now(case.dispute.match)
    corrected = correct_match(case, Decision(ruling.decision), by, reason)
    Settlement.objects.create(case=case, ruling=ruling, correction=corrected)
    notify_of_ruling.notify_of_ruling(case, ruling, counted)


def settle_others(case: Case, ruling: Ruling, by: User) -> None:
    """Close the open cases about the same word by this ruling, each with its own table's points.

    Cases at a table of this moderator are excluded: no moderator rules on a word that was doubted
    there.
    """
    found = [other.pk for other in selectors.about_the_same_word(case, by)]
    rows = Case.objects.select_for_update(of=("self",))
    for other in rows.filter(pk__in=found, status=Case.Status.OPEN).order_by("pk"):
        settle_case(other, ruling, by, ruling.reason)
        other.status, other.closed_at = Case.Status.DECIDED, clock.now()
        other.claimed_by, other.claimed_until, other.wants_opinion = None, None, False
        other.save()
        log.record_action(by, "settle", other, ruling=ruling.pk)


def settle_anew(case: Case, ruling: Ruling, by: User) -> None:
    """Apply the new ruling to the cases that the overturned one had settled."""
    for row in _settlements_of(case).select_related("case__dispute__match", "correction"):
        counted = notify_of_ruling.count_now(row.case.dispute.match)
        undo_wrong(row.correction, by, ruling.reason)
        row.ruling = ruling
        row.correction = correct_match(row.case, Decision(ruling.decision), by, ruling.reason)
        row.save(update_fields=["ruling", "correction"])
        notify_of_ruling.notify_of_ruling(row.case, ruling, counted)


def _settlements_of(case: Case) -> QuerySet[Settlement]:
    return Settlement.objects.filter(ruling__case=case).order_by("case")
