"""Celery tasks of moderation: each calls a service."""

from __future__ import annotations

from celery import shared_task

from moderation.reports.services import pictures
from moderation.sanctions.services import impose


@shared_task(name="moderation.tasks.readmit_suspended", ignore_result=True)
def readmit_suspended() -> None:
    """Every half minute: let users sign in again whose suspension is over."""
    impose.readmit_suspended()


@shared_task(name="moderation.tasks.forget_pictures", ignore_result=True)
def forget_pictures() -> None:
    """Every day: delete copies of reported pictures some time after the decision."""
    pictures.forget_pictures()
