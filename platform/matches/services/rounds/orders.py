"""Standing orders: given, taken back, and carried out as moves like any other.

That one exists its owner alone knows: giving it changes nothing that anybody else is shown.
"""

from __future__ import annotations

import uuid

from django.db import transaction

from accounts.models import User
from core.commit import after_commit
from core.refusals import refuse
from games.kernel.contract import Seat
from games.kernel.refusals import Refused
from games.kernel.refusals import refuse as game_refusal
from matches.models import Outbox, Round, StandingOrder
from matches.requests import ActionRequest
from matches.services.rounds import pending, play
from matches.table import outbox, store, stored


def give_order(match_id: uuid.UUID, user: User, name: str, seen: int | None = None) -> None:
    """Leave a standing order for one's seat in place of the one before; "" takes it back.

    `seen`: the version of the board that it was given on, if that is known.

    Raises:
        Refused: `not_found`, `not_seated`, `not_dealt`, `paused`, `no_order` (not one that is
            offered now, or a bot plays there), `stale` (it was given in an earlier round).
    """
    with transaction.atomic():
        play.apply_due(match_id)
        locked = store.lock_round(match_id)
        if locked is None:
            raise refuse("not_found")
        seat = _seat_of(locked, user)
        if seen is not None and locked.saw_earlier_round(seat, seen):
            raise Refused(game_refusal("stale"))
        StandingOrder.objects.filter(round_id=locked.round_id, seat=seat).delete()
        Outbox.objects.filter(round_id=locked.round_id, kind=outbox.ORDER, seat=seat).delete()
        if name:
            _keep(locked, seat, user, name)


def _seat_of(locked: store.LockedRound, user: User) -> Seat:
    for holder in locked.holders:
        if holder.user_id == user.pk:
            return holder.number
    raise Refused(game_refusal("not_seated"))


def _keep(locked: store.LockedRound, seat: Seat, user: User, name: str) -> None:
    if locked.live is None:
        raise refuse("not_dealt")
    if locked.pauses.paused:
        raise refuse("paused")
    order = next((one for one in locked.live.orders(seat) if one.name == name), None)
    if order is None or locked.holders[seat].stand_in:
        raise refuse("no_order")
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


def carry_out(row: Outbox) -> None:
    """Carry out the standing order that this row of the outbox is for, if it does anything now."""
    match_id = Round.objects.values_list("match_id", flat=True).get(pk=row.round_id)
    if row.seat is not None:
        play_standing_order(match_id, row.round_id, row.seat)
    outbox.mark_done(row)


def play_standing_order(match_id: uuid.UUID, round_id: int, seat: Seat) -> None:
    """Let a seat do what its standing order says, if that is anything now: its own move."""
    with play.work_on_round(match_id) as work:
        if work is None or work.locked.round_id != round_id or work.locked.pauses.paused:
            return
        locked, live = work.locked, work.locked.live
        if live is None or not work.goes_on:
            return
        order = pending.standing_order(live, locked.holders[seat])
        action = None if order is None else live.answer(seat, order)
        if action is None:
            return
        live.clocks.spare(seat)
        live.act(seat, action, locked.now_ms)
        work.keys[live.version] = (uuid.uuid4().hex, ActionRequest(stored.to_json(action)).digest)
        work.here = seat  # as if by hand, else the count of what was missed would tell
