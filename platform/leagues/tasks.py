"""Celery tasks of the leagues: each calls a service."""

from __future__ import annotations

from celery import shared_task

from leagues.services.seasons.advance_leagues import advance_leagues


@shared_task(name="leagues.tasks.advance", ignore_result=True, soft_time_limit=240, time_limit=300)
def advance_all_leagues() -> None:
    """Every minute: do all due steps of all leagues."""
    advance_leagues()
