"""Celery's door into the leagues."""

from __future__ import annotations

from celery import shared_task

from leagues.services import keep as keeping


@shared_task(name="leagues.tasks.keep", ignore_result=True, soft_time_limit=240, time_limit=300)
def keep() -> None:
    """Every minute: what is due in any league."""
    keeping.keep()
