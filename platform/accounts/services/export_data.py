"""Export all data of a user into a file, part by part, and store it for a limited time."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from typing import Any

from celery import current_app
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from accounts.export_parts import PARTS
from accounts.models import Export, User
from core import clock
from core.after_commit import after_commit

KEPT = timedelta(days=3)
"""Time for which the link is valid."""
TASK = "accounts.tasks.make_export"


def request_export(user: User) -> Export:
    """Begin an export; return the unfinished one if there is one."""
    now = clock.now()
    try:
        with transaction.atomic():
            fresh = Export.objects.create(user=user, asked_at=now, total=len(PARTS))
            after_commit(current_app.send_task, TASK, args=[fresh.pk], retry=False)
            return fresh
    except IntegrityError:
        # The existing one may have become ready a moment ago.
        return Export.objects.filter(user=user).latest("pk")


def make_export(export_id: int) -> None:
    """Collect all parts of an export. It is idempotent, also after a crash."""
    export = Export.objects.select_related("user").filter(pk=export_id, file=None).first()
    if export is None or export.user.gone_at is not None:
        return
    waiting = Export.objects.filter(pk=export_id, file=None)
    waiting.update(done=0, total=len(PARTS))
    gathered: dict[str, Any] = {}
    for name, part in PARTS.items():
        gathered[name] = part(export.user)
        waiting.update(done=F("done") + 1)
    text = json.dumps(gathered, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    waiting.update(
        done=len(PARTS),
        file=gzip.compress(text.encode()),
        expires_at=clock.now() + KEPT,
    )


def valid_exports() -> QuerySet[Export]:
    """Return the exports whose link is valid."""
    return Export.objects.filter(expires_at__gt=clock.now())


def read_export(export: Export) -> bytes:
    """Return the bytes of an export's file."""
    assert export.file is not None
    return gzip.decompress(bytes(export.file))


def maintain_exports() -> None:
    """Create the exports whose task was lost, and delete the expired ones."""
    now = clock.now()
    Export.objects.filter(expires_at__lte=now).delete()
    lost = Export.objects.filter(file=None, asked_at__lt=now - timedelta(minutes=2))
    for export_id in lost.values_list("pk", flat=True):
        make_export(export_id)
