"""A trial message that tests a channel."""

from __future__ import annotations

from core import clock
from notifications.models import Channel, Delivery
from notifications.services.notify import dispatch_deliveries


def send_trial(channel: Channel) -> None:
    """Send a trial message now; the log shows its result."""
    now_ms = clock.now_ms()
    trial = Delivery(
        user_id=channel.user_id,
        channel=channel,
        medium=channel.medium,
        due_ms=now_ms,
        at=clock.as_datetime(now_ms),
    )
    dispatch_deliveries(iter([trial]))
