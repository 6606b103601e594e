"""Celery tasks of matches: each calls a service."""

from __future__ import annotations

import uuid

from celery import shared_task

from matches.services import notify
from matches.services.absence import stale_guests, vacate_seats
from matches.services.clock import downtime
from matches.services.rounds import contest, deadlines, finish, orders, start
from matches.services.rounds.play import apply_due
from matches.table import outbox


@shared_task(name="matches.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Every second: what is due, what is owed, and what a downtime has put off."""
    deadlines.sweep()
    outbox.sweep()
    downtime.credit()


@shared_task(name="matches.tasks.ring", ignore_result=True)
def apply_deadline(match_id: str) -> None:
    """A deadline that was near when it began: the sweep would do the same a little later."""
    apply_due(uuid.UUID(match_id))


@shared_task(name="matches.tasks.settle", ignore_result=True, soft_time_limit=20, time_limit=30)
def settle(outbox_id: int) -> None:
    """A round is finished."""
    row = outbox.claim(outbox_id)
    if row is not None:
        finish.finish_round(row.round_id)
        outbox.mark_done(row)


@shared_task(name="matches.tasks.order", ignore_result=True, soft_time_limit=20, time_limit=30)
def order(outbox_id: int) -> None:
    """A seat has left word, and its moment has come."""
    row = outbox.claim(outbox_id)
    if row is not None:
        orders.carry_out(row)


@shared_task(name="matches.tasks.contested", ignore_result=True, soft_time_limit=20, time_limit=30)
def contested(outbox_id: int) -> None:
    """Disputes are over, and whoever keeps a record is told."""
    row = outbox.claim(outbox_id)
    if row is not None:
        contest.deliver(row)
        outbox.mark_done(row)


@shared_task(name="matches.tasks.over", ignore_result=True, soft_time_limit=20, time_limit=30)
def over(outbox_id: int) -> None:
    """A match is over, or counts otherwise than it did, and whoever builds on it is told."""
    row = outbox.claim(outbox_id)
    if row is not None:
        notify.deliver(row)
        outbox.mark_done(row)


@shared_task(name="matches.tasks.next_round", ignore_result=True, soft_time_limit=20, time_limit=30)
def next_round(outbox_id: int) -> None:
    """The next round waits no longer."""
    row = outbox.claim(outbox_id)
    if row is not None:
        start.deal_next(row.round_id)
        outbox.mark_done(row)


@shared_task(name="matches.tasks.forget_guests", ignore_result=True)
def forget_guests() -> None:
    """Every hour: guests who have not come back. What time does not suffice for is next hour's."""
    stale_guests.forget_guests()


@shared_task(name="matches.tasks.clear_seats", ignore_result=True)
def clear_seats() -> None:
    """Every half minute: nobody waits for somebody who can play no more."""
    vacate_seats.sweep_seats()
