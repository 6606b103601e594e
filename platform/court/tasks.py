"""Celery tasks of the word court: each calls a service."""

from __future__ import annotations

from celery import shared_task

from court.services import gather_evidence as gathering


@shared_task(name="court.tasks.gather", ignore_result=True, soft_time_limit=20, time_limit=30)
def gather_evidence(case_id: int) -> None:
    """Gather the evidence of a case."""
    gathering.gather_evidence(case_id)


@shared_task(name="court.tasks.sweep", ignore_result=True)
def gather_lost_evidence() -> None:
    """Every minute: gather the evidence of cases whose task was lost."""
    for case_id in gathering.cases_without_evidence():
        gather_evidence.delay(case_id)
