"""Delete old notices and deliveries, so that the log does not grow without limit."""

from __future__ import annotations

from datetime import timedelta

from core import clock
from notifications.models import Delivery, Notice

KEPT = timedelta(days=30)


def forget_old_notices() -> None:
    """Delete old notices and deliveries; a second or late run changes nothing more."""
    before = clock.now() - KEPT
    Delivery.objects.filter(at__lt=before).delete()
    Notice.objects.filter(at__lt=before).exclude(deliveries__isnull=False).delete()
