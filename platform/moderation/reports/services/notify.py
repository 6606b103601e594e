"""Notify reporters that their report was handled, without the person or the decision."""

from __future__ import annotations

from django.urls import reverse

from core.signals import decided
from games.kernel.contract import N_
from moderation.models import Report

DECISION = "decision"

CAME_OF_IT = {
    Report.Outcome.DISMISSED: N_("The staff have reviewed your report. No action was needed."),
    Report.Outcome.ACTED: N_("The staff have reviewed your report and taken action."),
}


def notify_reporter(report: Report) -> None:
    """Notify the reporter of a decided report, if it has one."""
    if report.reporter_id is None:
        return
    decided.send(
        sender=Report,
        kind=DECISION,
        user_id=report.reporter_id,
        key=f"moderation.report:{report.pk}",
        sentence=CAME_OF_IT[Report.Outcome(report.outcome)],
        facts={},
        path=reverse("moderation:decisions"),
    )
