"""Celery tasks of moderation: each calls a service."""

from __future__ import annotations

from celery import shared_task

from moderation.sanctions.services import impose


@shared_task(name="moderation.tasks.readmit_suspended", ignore_result=True)
def readmit_suspended() -> None:
    """Every half minute: let users sign in again whose suspension is over."""
    impose.readmit_suspended()
