"""What is tidied up by itself."""

from __future__ import annotations

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from accounts.services import devices
from accounts.services import export as exporting


@shared_task(name="accounts.tasks.clear_sessions", ignore_result=True)
def clear_sessions() -> None:
    """Every hour: sessions that have run out."""
    SessionStore.clear_expired()


@shared_task(name="accounts.tasks.forget_devices", ignore_result=True)
def forget_devices() -> None:
    """Every day: hints at devices are kept no longer than promised."""
    devices.forget_old()


@shared_task(name="accounts.tasks.export", ignore_result=True)
def export(export_id: int) -> None:
    """Somebody wants all that the platform knows of them."""
    exporting.make(export_id)


@shared_task(name="accounts.tasks.keep_exports", ignore_result=True)
def keep_exports() -> None:
    """Every minute: those that were lost on the way, and those whose time is over."""
    exporting.keep()
