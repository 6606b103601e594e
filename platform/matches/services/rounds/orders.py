"""Standing orders: given, taken back, and carried out as ordinary moves.

Only its owner sees that an order exists: giving it changes nothing that another viewer sees.
"""

from __future__ import annotations

import uuid

from django.db import transaction

from accounts.models import User
from core.after_commit import after_commit
from core.refusals import refused
from games.kernel.contract import Seat
from games.kernel.refusals import Refused, refusal
from matches.engine import stored_values
from matches.engine.clocks import holds
from matches.engine.live_round import LiveRound
from matches.models import Outbox, Round, StandingOrder
from matches.requests import ActionRequest
from matches.services.rounds import pending, play
from matches.store import lock_round, outbox


def give_order(match_id: uuid.UUID, user: User, name: str, seen: int | None = None) -> None:
    """Give a standing order for one's seat, in place of the one before; "" takes it back.

    `seen`: the version of the board on which it was given, if that is known.

    Raises:
        Refused: `not_found`, `not_seated`, `not_dealt`, `paused`, `no_order` (it is not offered
        now, or a
            bot plays there), `stale` (it was given in an earlier round).
    """
    with transaction.atomic():
        play.apply_due(match_id)
        locked = lock_round.lock_round(match_id)
        if locked is None:
            raise refused("not_found")
        seat = _seat_of(locked, user)
        if seen is not None and locked.saw_earlier_round(seat, seen):
            raise Refused(refusal("stale"))
        StandingOrder.objects.filter(round_id=locked.round_id, seat=seat).delete()
        Outbox.objects.filter(round_id=locked.round_id, kind=outbox.ORDER, seat=seat).delete()
        if name:
            _keep(locked, seat, user, name)


def _seat_of(locked: lock_round.LockedRound, user: User) -> Seat:
    for holder in locked.holders:
        if holder.user_id == user.pk:
            return holder.number
    raise Refused(refusal("not_seated"))


def _keep(locked: lock_round.LockedRound, seat: Seat, user: User, name: str) -> None:
    if locked.live is None:
        raise refused("not_dealt")
    if locked.pauses.paused:
        raise refused("paused")
    order = next((one for one in locked.live.orders(seat) if one.name == name), None)
    if order is None or locked.holders[seat].stand_in:
        raise refused("no_order")
    StandingOrder.objects.create(
        round_id=locked.round_id, seat=seat, user=user, name=order.name, until=order.until
    )
    due_ms = pending.order_due_ms(locked, locked.live, seat)
    if due_ms is None:
        return
    row = Outbox.objects.create(
        round_id=locked.round_id,
        kind=outbox.ORDER,
        seat=seat,
        version=locked.live.version,
        due_ms=due_ms,
    )
    after_commit(outbox.send_rows, [(row.pk, row.kind, row.due_ms)], locked.now_ms)


def carry_out(row: Outbox) -> int | None:
    """Carry out the standing order of this outbox row, if it takes an action now.

    Return when to check again, in milliseconds, or None if the row is done.
    """
    if row.seat is None:
        return None
    match_id = Round.objects.values_list("match_id", flat=True).get(pk=row.round_id)
    return play_standing_order(match_id, row.round_id, row.seat)


def play_standing_order(match_id: uuid.UUID, round_id: int, seat: Seat) -> int | None:
    """Take the action of a seat's standing order, if it has one now, as a separate move.

    Return when to check again, in milliseconds, if the holder went on vacation since the row was
    planned.
    """
    with play.work_on_round(match_id) as work:
        if work is None or work.locked.round_id != round_id or work.locked.pauses.paused:
            return None
        locked, live = work.locked, work.locked.live
        if live is None or not work.goes_on:
            return None
        if (later_ms := _back_ms(locked, live, seat)) is not None:
            return later_ms
        order = pending.standing_order(live, locked.holders[seat])
        action = None if order is None else live.answer(seat, order)
        if action is None:
            return None
        live.clocks.spare(seat)
        live.act(seat, action, locked.now_ms)
        work.keys[live.version] = (
            uuid.uuid4().hex,
            ActionRequest(stored_values.to_json(action)).digest,
        )
        work.here = seat  # like a move by hand: otherwise the count of missed decisions would reveal the order
    return None


def hasten(match_id: uuid.UUID) -> None:
    """Let orders answer sooner if the clocks now require it, because the holder is back early.

    Otherwise the deadline would end before the planned moment.
    """
    with play.work_on_round(match_id) as work:
        if work is None or not work.goes_on or work.locked.live is None:
            return
        locked, live = work.locked, work.locked.live
        owed = Outbox.objects.filter(round_id=locked.round_id, kind=outbox.ORDER, attempts=0)
        for row in owed.exclude(seat=None):
            assert row.seat is not None
            due_ms = pending.order_due_ms(locked, live, row.seat)
            if due_ms is not None and due_ms < row.due_ms:
                owed.filter(pk=row.pk).update(due_ms=due_ms)
                after_commit(outbox.send_rows, [(row.pk, row.kind, due_ms)], locked.now_ms)


def _back_ms(locked: lock_round.LockedRound, live: LiveRound, seat: Seat) -> int | None:
    """Return when a holder who is on vacation now answers; None if they are not on vacation."""
    person = live.clocks.pauses.people.get(seat)
    if person is None or not holds(locked.now_ms, person.vacations):
        return None
    due_ms = pending.order_due_ms(locked, live, seat)
    return None if due_ms is None or holds(due_ms, person.vacations) else due_ms
