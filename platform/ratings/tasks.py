"""Celery tasks of the ratings: each calls a service."""

from __future__ import annotations

from celery import shared_task

from ratings.models import StaleSince
from ratings.services import recompute_ratings


@shared_task(name=recompute_ratings.TASK, ignore_result=True)
def catch_up_ratings(game: str) -> None:
    """Recompute a game's stale ratings; repeated or parallel calls have the effect of one."""
    recompute_ratings.catch_up(game)


@shared_task(name="ratings.tasks.sweep", ignore_result=True)
def send_stale_games() -> None:
    """Every minute: send the task for games whose ratings are still stale."""
    for game in StaleSince.objects.values_list("game", flat=True):
        recompute_ratings.send_catch_up(game)
