"""What is tidied up by itself."""

from __future__ import annotations

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore


@shared_task(name="accounts.tasks.clear_sessions", ignore_result=True)
def clear_sessions() -> None:
    """Every hour: sessions that have run out."""
    SessionStore.clear_expired()
