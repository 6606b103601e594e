"""Celery tasks of notifications: each calls a service."""

from __future__ import annotations

from celery import shared_task

from matches.store import outbox
from notifications.models import Kind
from notifications.services import deliver, notify
from notifications.services import forget_old_notices as forget


@shared_task(name="notifications.tasks.turn", ignore_result=True)
def notify_turn(outbox_id: int) -> None:
    """Notify a user that it is their turn."""
    outbox.work_off(outbox_id, notify.notify_turn)


@shared_task(name="notifications.tasks.begun", ignore_result=True)
def notify_match_begun(outbox_id: int) -> None:
    """Notify the people of a match that it begins."""
    outbox.work_off(outbox_id, lambda row: notify.notify_people_of_match(row, Kind.BEGUN))


@shared_task(name="notifications.tasks.ended", ignore_result=True)
def notify_match_ended(outbox_id: int) -> None:
    """Notify the people of a match that it is over."""
    outbox.work_off(outbox_id, lambda row: notify.notify_people_of_match(row, Kind.ENDED))


@shared_task(
    name="notifications.tasks.deliver", ignore_result=True, soft_time_limit=30, time_limit=40
)
def deliver_notice(delivery_id: int) -> None:
    """Deliver a message: the only task here that contacts another server."""
    deliver.deliver_notice(delivery_id)


@shared_task(name="notifications.tasks.sweep", ignore_result=True)
def send_due_deliveries() -> None:
    """Every few seconds, if any are due: send the tasks of due, late and repeated deliveries."""
    deliver.send_due_deliveries()


@shared_task(name="notifications.tasks.forget", ignore_result=True)
def forget_old_notices() -> None:
    """Every day: delete old deliveries from the log."""
    forget.forget_old_notices()
