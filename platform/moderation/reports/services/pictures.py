"""Copies of reported pictures: kept for the staff until some time after the decision."""

from __future__ import annotations

from datetime import timedelta

from core import clock
from moderation.models import Report, ReportedPicture
from moderation.reports.services.handle_report import about_the_same_line

KEPT = timedelta(days=30)
"""Time after the decision, in which it can be appealed, until the copy is deleted."""


def keep_picture(report: Report, image: bytes) -> None:
    """Keep a copy of the picture that this report is about, unless an earlier report has one."""
    if image and picture_of(report) is None:
        ReportedPicture.objects.create(report=report, image=image)


def picture_of(report: Report) -> ReportedPicture | None:
    """Return the copy of the picture that this report is about, or None."""
    return ReportedPicture.objects.filter(report__in=about_the_same_line(report)).first()


def forget_pictures() -> None:
    """Delete the copies whose reports were decided long ago."""
    over = Report.objects.filter(picture__isnull=False, decided_at__lte=clock.now() - KEPT)
    for report in over:
        if not about_the_same_line(report).filter(outcome="").exists():
            ReportedPicture.objects.filter(report=report).delete()


def forget_pictures_of(user_id: int) -> None:
    """Delete the copies of a forgotten user's pictures."""
    ReportedPicture.objects.filter(report__about=user_id).delete()
