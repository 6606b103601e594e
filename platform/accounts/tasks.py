"""What is tidied up by itself."""

from __future__ import annotations

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from accounts.services import devices, export_data, rename_user, sign_ins


@shared_task(name="accounts.tasks.clear_sessions", ignore_result=True)
def clear_sessions() -> None:
    """Every hour: sessions that have run out, and where people were signed in by them."""
    SessionStore.clear_expired()
    sign_ins.forget_ended_sign_ins()


@shared_task(name="accounts.tasks.forget_devices", ignore_result=True)
def forget_devices() -> None:
    """Every day: hints at devices and old names are kept no longer than promised."""
    devices.forget_old_devices()
    rename_user.forget_former_names()


@shared_task(name="accounts.tasks.make_export", ignore_result=True)
def make_export(export_id: int) -> None:
    """Make the file of all that the platform knows of a user who asked for it."""
    export_data.make_export(export_id)


@shared_task(name="accounts.tasks.maintain_exports", ignore_result=True)
def maintain_exports() -> None:
    """Every minute: make exports that were lost, and delete those whose time is over."""
    export_data.maintain_exports()
