"""Record the staff's actions and search them; the only writer of the audit log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Model

from accounts.models import User
from core import clock
from moderation.audit.models import AuditEntry

KINDS = {1: "add", 2: "change", 3: "delete"}
"""The names of the action flags in Django's admin."""


def record_action(by: User | None, verb: str, target: Model | str, **facts: Any) -> AuditEntry:
    """Record an action of a member of the staff; None is the platform itself.

    Call it in the transaction of the action, so that both are stored or neither.
    """
    app = target.partition(".")[0] if isinstance(target, str) else target._meta.app_label
    return write_entry(None if by is None else by.pk, app, verb, target, facts)


def has_done(by: User, verb: str, targets: Iterable[Model]) -> bool:
    """Return whether this member of the staff did this to any of these."""
    named = [_name(target) for target in targets]
    return AuditEntry.objects.filter(by=by, verb=verb, target__in=named).exists()


def record_signalled_action(
    *, by_id: int | None, verb: str, app: str, target: Model | str, facts: dict[str, Any], **_: Any
) -> None:
    """Record an action from an app that may not import this one (`staff_acted`)."""
    write_entry(by_id, app, verb, target, facts)


def write_entry(
    by_id: int | None, app: str, verb: str, target: Model | str, facts: dict[str, Any]
) -> AuditEntry:
    """Write a row of the audit log, with the time of the platform's clock."""
    return AuditEntry.objects.create(
        at=clock.now(),
        by_id=by_id,
        app=app,
        verb=verb,
        target=target if isinstance(target, str) else _name(target),
        facts=facts,
    )


def _name(target: Model) -> str:
    return f"{target._meta.label_lower}:{target.pk}"


def from_admin(*, instance: LogEntry, created: bool, **_: Any) -> None:
    """Record an action in Django's admin, from Django's own log entry."""
    if not created:
        return
    kind = instance.content_type
    target = "" if kind is None else f"{kind.app_label}.{kind.model}:{instance.object_id}"
    write_entry(
        instance.user_id,
        "admin",
        KINDS[instance.action_flag],
        target,
        {"changes": instance.get_change_message()},
    )
