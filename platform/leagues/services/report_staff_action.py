"""Report the actions of organisers to the audit log of the staff."""

from __future__ import annotations

from django.db.models import Model

from accounts.models import User
from core.signals import staff_acted


def report_staff_action(by: User, verb: str, target: Model, **facts: object) -> None:
    """Report an organiser's action to the audit log, in the transaction of the action."""
    staff_acted.send(
        sender=type(target), by_id=by.pk, verb=verb, app="leagues", target=target, facts=facts
    )
