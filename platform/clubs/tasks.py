"""Tasks of clubs."""

from __future__ import annotations

from celery import shared_task

from clubs.services import announcements


@shared_task(name="clubs.tasks.tell_announcements", ignore_result=True)
def tell_announcements() -> None:
    """Send the notices of new announcements; runs every minute and after each announcement."""
    announcements.tell_announcements()
