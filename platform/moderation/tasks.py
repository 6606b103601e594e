"""Celery tasks of moderation: each calls a service."""

from __future__ import annotations

from celery import shared_task

from moderation.sanctions.services import impose


@shared_task(name="moderation.tasks.keep", ignore_result=True)
def keep() -> None:
    """Every half minute: suspensions that are over."""
    impose.let_in_again()
