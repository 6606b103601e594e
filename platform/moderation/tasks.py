"""Celery's doors into the services of moderation."""

from __future__ import annotations

from celery import shared_task

from moderation.services import gather as gathering
from moderation.services import impose


@shared_task(name="moderation.tasks.gather", ignore_result=True, soft_time_limit=20, time_limit=30)
def gather(case_id: int) -> None:
    """The evidence of a case."""
    gathering.gather(case_id)


@shared_task(name="moderation.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Every minute: cases whose evidence was lost on the way."""
    for case_id in gathering.missing():
        gather.delay(case_id)


@shared_task(name="moderation.tasks.keep", ignore_result=True)
def keep() -> None:
    """Every half minute: suspensions that are over."""
    impose.let_in_again()
