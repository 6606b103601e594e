"""Handle reports: claim, release and decide. Each locks the report; a second request is refused.

All reports of the same line of talk count as one: the word list's and those of its readers. The
oldest represents them, and its decision applies to all.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from core import clock
from core.line_fields import tidy_text
from core.refusals import refused
from matches.models import at_tables_of
from moderation.audit import log
from moderation.models import Report, Sanction
from moderation.reports.services.notify import notify_reporter
from moderation.sanctions.services.impose import impose_sanction

CLAIM = timedelta(minutes=30)
"""Duration of a claim."""


def reports_visible_to(user: User) -> QuerySet[Report]:
    """Return the reports that this user may judge: not about or by them, nor where they take part.

    Another report about the same line as an excluded one is excluded too, because one decision ends
    all.
    """
    own = Q(about=user) | Q(reporter=user) | at_tables_of(user.pk)
    own |= Q(context__involved__contains=user.pk)
    barred = Report.objects.filter(own)
    lines = Q(pk__in=barred.values("pk"))
    lines |= Q(message__in=barred.exclude(message=None).values("message"))
    lines |= Q(source__in=barred.exclude(source="").values("source"))
    return Report.objects.exclude(pk__in=Report.objects.filter(lines).values("pk"))


def waiting_for(user: User) -> QuerySet[Report]:
    """Return the open reports that this user may judge, only the oldest of each line of talk."""
    still = reports_visible_to(user).filter(outcome="")
    older = Report.objects.filter(outcome="", pk__lt=OuterRef("pk"))
    same = older.filter(message=OuterRef("message"))
    alike = older.exclude(source="").filter(source=OuterRef("source"))
    return still.exclude(Exists(same) | Exists(alike))


def about_the_same_line(report: Report) -> QuerySet[Report]:
    """Return this report and all others about the same line, open or closed, the oldest first."""
    same = Q(pk=report.pk)
    if report.message_id is not None:
        same |= Q(message=report.message_id)
    if report.source:
        same |= Q(source=report.source)
    return Report.objects.filter(same).order_by("pk")


def report_for(user: User, report_id: int) -> Report:
    """Return a report that this user may examine.

    Raises:
        Refused: `not_found`, `yours_to_judge`, `sat_there`.
    """
    report = Report.objects.filter(pk=report_id).first()
    if report is None:
        raise refused("not_found")
    if user.pk in (report.about_id, report.reporter_id):
        raise refused("yours_to_judge")
    if not reports_visible_to(user).filter(pk=report_id).exists():
        raise refused("sat_there")
    return report


def claim_report(by: User, report_id: int) -> None:
    """Claim a report for this member of the staff.

    Raises:
        Refused: `decided`, `claimed`, and those of `report_for`.
    """
    with transaction.atomic():
        report = _open(by, report_id)
        report.claimed_by = by
        report.claimed_until = clock.now() + CLAIM
        report.save(update_fields=["claimed_by", "claimed_until"])
        log.record_action(by, "claim", report)


def release_report(by: User, report_id: int) -> None:
    """Release a claimed report.

    Raises:
        Refused: `decided`, `claimed`, and those of `report_for`.
    """
    with transaction.atomic():
        report = _open(by, report_id)
        report.claimed_by = report.claimed_until = None
        report.save(update_fields=["claimed_by", "claimed_until"])
        log.record_action(by, "let-go", report)


def dismiss_report(by: User, report_id: int, reason: str) -> None:
    """Close a report without a sanction.

    Raises:
        Refused: `reason_missing`, `decided`, `claimed`, and those of `report_for`.
    """
    if not tidy_text(reason):
        raise refused("reason_missing")
    with transaction.atomic():
        report = _open(by, report_id)
        _close_report(report, by, Report.Outcome.DISMISSED, reason)
        log.record_action(by, "dismiss", report, reason=report.reason)


def sanction_reported_user(
    by: User, report_id: int, kind: str, *, cause: str, reason: str, days: int | None
) -> Sanction:
    """Close a report with a sanction on the user it is about.

    Raises:
        Refused: `nobody_there`, `decided`, `claimed`, and those of `report_for` and of
            `impose_sanction`.
    """
    with transaction.atomic():
        report = _open(by, report_id)
        if report.about is None:
            raise refused("nobody_there")
        sanction = impose_sanction(
            by, report.about, kind, cause=cause, reason=reason, days=days, report=report
        )
        _close_report(report, by, Report.Outcome.ACTED, reason)
        return sanction


def _open(by: User, report_id: int) -> Report:
    """Lock the report and those about the same line; refuse if another member decided or claimed
    one.
    """
    found = about_the_same_line(report_for(by, report_id))
    # In a fixed order, so that two moderators with different reports of one line do not deadlock.
    rows = list(found.select_for_update(of=("self",)))
    report = next(row for row in rows if row.pk == report_id)
    if report.outcome:
        raise refused("decided", name=str(report.decided_by or ""))
    for row in rows:
        claimed = row.claimed_at(clock.now())
        if claimed not in (None, by.pk):
            raise refused("claimed", name=str(row.claimed_by))
    return report


def _close_report(report: Report, by: User, outcome: str, reason: str) -> None:
    """Close a report and the open ones about the same line, and notify the reporters."""
    report.reason = tidy_text(reason)
    for row in about_the_same_line(report).filter(outcome=""):
        row.outcome, row.reason, row.decided_by = outcome, report.reason, by
        row.decided_at = clock.now()
        row.claimed_by = row.claimed_until = None
        row.save()
        notify_reporter(row)
