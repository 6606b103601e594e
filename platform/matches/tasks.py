"""Celery tasks of matches; each calls a service."""

from __future__ import annotations

import uuid

from celery import shared_task

from matches.services import notify
from matches.services.absence import forget_guests as stale_guests
from matches.services.absence import vacate_seats
from matches.services.clock.sweep import sweep_matches
from matches.services.rounds import contest, finish, forced, orders, start
from matches.services.rounds.play import apply_due
from matches.store import outbox


@shared_task(name="matches.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Do all due work; runs every second in which there is some."""
    sweep_matches()


@shared_task(name="matches.tasks.apply_deadline", ignore_result=True)
def apply_deadline(match_id: str) -> None:
    """Apply a deadline that was near when it began; otherwise the sweep does it a little later."""
    apply_due(uuid.UUID(match_id))


@shared_task(
    name="matches.tasks.finish_round", ignore_result=True, soft_time_limit=20, time_limit=30
)
def finish_round(outbox_id: int) -> None:
    """Settle a round that is over."""
    outbox.work_off(outbox_id, lambda row: finish.finish_round(row.round_id))


@shared_task(
    name="matches.tasks.carry_out_order", ignore_result=True, soft_time_limit=20, time_limit=30
)
def carry_out_order(outbox_id: int) -> None:
    """Carry out a seat's standing order at its planned time."""
    outbox.work_off(outbox_id, orders.carry_out)


@shared_task(
    name="matches.tasks.play_forced", ignore_result=True, soft_time_limit=20, time_limit=30
)
def play_forced(outbox_id: int) -> None:
    """Play a decision without a choice once its seat has read what led to it."""
    outbox.work_off(outbox_id, forced.play_forced)


@shared_task(
    name="matches.tasks.report_disputes", ignore_result=True, soft_time_limit=20, time_limit=30
)
def report_disputes(outbox_id: int) -> None:
    """Report ended disputes to the app that records them."""
    outbox.work_off(outbox_id, contest.report_disputes)


@shared_task(
    name="matches.tasks.announce_result", ignore_result=True, soft_time_limit=20, time_limit=30
)
def announce_result(outbox_id: int) -> None:
    """Notify the apps that build on results that a match is over, or that its result changed."""
    outbox.work_off(outbox_id, notify.announce_result)


@shared_task(
    name="matches.tasks.deal_next_round", ignore_result=True, soft_time_limit=20, time_limit=30
)
def deal_next_round(outbox_id: int) -> None:
    """Deal the next round once its wait has ended."""
    outbox.work_off(outbox_id, lambda row: start.deal_next(row.round_id))


@shared_task(name="matches.tasks.forget_guests", ignore_result=True)
def forget_guests() -> None:
    """Delete guests who have not come back; runs every hour, and the next run does the rest."""
    stale_guests.forget_guests()


@shared_task(name="matches.tasks.clear_seats", ignore_result=True)
def clear_seats() -> None:
    """Free the seats of users who can no longer play; runs every half minute."""
    vacate_seats.sweep_seats()
