"""Celery's doors into the ratings."""

from __future__ import annotations

from celery import shared_task

from ratings.models import Behind
from ratings.services import reckon


@shared_task(name=reckon.TASK, ignore_result=True)
def catch_up(game: str) -> None:
    """Results have changed; doing it twice, or two at once, does it once."""
    reckon.catch_up(game)


@shared_task(name="ratings.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Every minute: whatever was lost on the way."""
    for game in Behind.objects.values_list("game", flat=True):
        reckon.send(game)
