"""Celery tasks of matches: each calls a service."""

from __future__ import annotations

import uuid

from celery import shared_task

from matches.services import notify
from matches.services.absence import forget_guests as stale_guests
from matches.services.absence import vacate_seats
from matches.services.clock.sweep import sweep_matches
from matches.services.rounds import contest, finish, orders, start
from matches.services.rounds.play import apply_due
from matches.store import outbox


@shared_task(name="matches.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Do what is due or owed: every second in which something is."""
    sweep_matches()


@shared_task(name="matches.tasks.apply_deadline", ignore_result=True)
def apply_deadline(match_id: str) -> None:
    """Apply a deadline that was near when it began: the sweep would do the same a little later."""
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
    """Let a seat do what it has left word to do: its moment has come."""
    outbox.work_off(outbox_id, orders.carry_out)


@shared_task(
    name="matches.tasks.report_disputes", ignore_result=True, soft_time_limit=20, time_limit=30
)
def report_disputes(outbox_id: int) -> None:
    """Tell whoever keeps a record of disputes that some are over."""
    outbox.work_off(outbox_id, contest.report_disputes)


@shared_task(
    name="matches.tasks.announce_result", ignore_result=True, soft_time_limit=20, time_limit=30
)
def announce_result(outbox_id: int) -> None:
    """Tell whoever builds on results that a match is over, or counts otherwise than it did."""
    outbox.work_off(outbox_id, notify.announce_result)


@shared_task(
    name="matches.tasks.deal_next_round", ignore_result=True, soft_time_limit=20, time_limit=30
)
def deal_next_round(outbox_id: int) -> None:
    """Deal the next round, which waits no longer."""
    outbox.work_off(outbox_id, lambda row: start.deal_next(row.round_id))


@shared_task(name="matches.tasks.forget_guests", ignore_result=True)
def forget_guests() -> None:
    """Forget guests who have not come back, every hour; those left over wait for the next one."""
    stale_guests.forget_guests()


@shared_task(name="matches.tasks.clear_seats", ignore_result=True)
def clear_seats() -> None:
    """Free the seats of those who can play no more, every half minute."""
    vacate_seats.sweep_seats()
