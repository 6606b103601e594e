"""Tasks that clean up."""

from __future__ import annotations

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from accounts.services import devices, export_data, rename_user, sign_ins


@shared_task(name="accounts.tasks.clear_sessions", ignore_result=True)
def clear_sessions() -> None:
    """Delete expired sessions and their sign-ins, every hour."""
    SessionStore.clear_expired()
    sign_ins.forget_ended_sign_ins()


@shared_task(name="accounts.tasks.forget_devices", ignore_result=True)
def forget_devices() -> None:
    """Delete expired device hints and old names, every day."""
    devices.forget_old_devices()
    rename_user.forget_former_names()


@shared_task(name="accounts.tasks.make_export", ignore_result=True)
def make_export(export_id: int) -> None:
    """Create the export that a user requested."""
    export_data.make_export(export_id)


@shared_task(name="accounts.tasks.maintain_exports", ignore_result=True)
def maintain_exports() -> None:
    """Create lost exports and delete expired ones, every minute."""
    export_data.maintain_exports()
