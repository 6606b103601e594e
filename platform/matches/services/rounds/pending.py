"""Outbox rows of a round (bot turns, checks of standing orders, the end of the round), and their
dispatch.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable
from functools import partial

from celery import current_app
from django.utils.crypto import salted_hmac

from games.kernel.contract import Deadline, Order, Seat
from games.kernel.session import TakeBack
from matches.engine.live_round import LiveRound
from matches.services.rounds import contest, order_times, reading
from matches.store import lock_round, outbox
from realtime.process import WebProcess
from realtime.timers import Timers

APPLY_DEADLINE = "matches.tasks.apply_deadline"
SOON_MS = 5_000
"""Limit for a deadline to get its own timer or task, in milliseconds; the sweep handles the later
ones.
"""


def waits_for_server(
    locked: lock_round.LockedRound, live: LiveRound
) -> Callable[[Deadline, int], bool]:
    """Return a function that tells which time-outs must wait until the server has acted for a seat.

    A late server costs no seat time: a bot or a standing order acts first. If that
    fails repeatedly, the time-out counts all the same, so that no match stops.
    """

    def waits(deadline: Deadline, due_ms: int) -> bool:
        if due_ms > locked.now_ms or live.over:
            return False
        pressed = [
            holder
            for holder in locked.holders
            if deadline.seat in (None, holder.number) and deadline.visible_to(holder.number)
        ]
        if any(_is_pending(holder, due_ms) for holder in pressed):
            return True
        # No entry exists yet for decisions that began with time-outs applied just now.
        seats = {holder.number for holder in pressed}
        turns = _turns(locked, live) if live.new and not locked.pauses.paused else []
        return any(entry.seat in seats and entry.due_ms < due_ms for entry in turns)

    return waits


def _is_pending(holder: lock_round.SeatHolder, due_ms: int) -> bool:
    """Return whether the server was due to act for this seat before then, and has not failed to."""
    if holder.pending is None:
        return False
    acts_ms, tries = holder.pending
    return tries < outbox.TRIES and (tries > 0 or acts_ms < due_ms)


def pending_entries(locked: lock_round.LockedRound, live: LiveRound) -> list[outbox.OutboxEntry]:
    """Return the rows that the round needs now: its end, or the turns that the server takes; and
    the records of disputes.

    If no person plays any more, the bots wait until one comes back (`abandonment`).
    """
    facts = contest.disputes_ended(locked, live)
    records = [outbox.OutboxEntry(outbox.CONTESTED, None, locked.now_ms, facts)] if facts else []
    if live.over:
        return [outbox.OutboxEntry(outbox.ROUND_FINISHED, None, locked.now_ms), *records]
    if locked.pauses.paused:
        return records
    return [*_turns(locked, live), *records]


def _turns(locked: lock_round.LockedRound, live: LiveRound) -> list[outbox.OutboxEntry]:
    """Return the entries for the server's turns: actions of bots, decisions without a choice, and
    checks of standing orders.
    """
    random_key = f"{locked.match_id}/{locked.number}"
    levels = {holder.number: holder.bot_now for holder in locked.holders}
    bots = {} if locked.is_given_up else {seat: bot for seat, bot in levels.items() if bot}
    read_ms = reading.read_until_ms(locked, live)
    turns = []
    for seat in live.able(bots):
        acts_ms = live.acts_at_ms(seat, bots[seat], random_key, locked.now_ms)
        due_ms = reading.after_reading(live, seat, acts_ms, read_ms)
        turns.append(outbox.OutboxEntry(outbox.BOT_TURN, seat, due_ms))
    for holder in locked.holders:
        if holder.reads and live.forced(holder.number) is not None:
            due_ms = reading.forced_ms(locked, live, holder.number, read_ms)
            turns.append(outbox.OutboxEntry(outbox.FORCED, holder.number, due_ms))
    # An order is checked whenever its seat may act, even if it does not apply.
    given = [h.number for h in locked.holders if standing_order(live, h) is not None]
    looks = [(seat, order_due_ms(locked, live, seat)) for seat in given]
    return [
        *turns,
        *(outbox.OutboxEntry(outbox.ORDER, seat, due) for seat, due in looks if due is not None),
    ]


def order_due_ms(locked: lock_round.LockedRound, live: LiveRound, seat: Seat) -> int | None:
    """Return when a standing order of this seat is checked, regardless of its cards.

    None: the seat may not act. The time is like a person's: first they must notice the turn, then
    they go on at once. No other player can compute it.
    """
    if not live.able((seat,)):
        return None
    text = f"{locked.match_id}/{locked.number}/{seat}"
    random_key = salted_hmac("order", text, algorithm="sha256").hexdigest()
    acts_ms = live.acts_at_ms(seat, "", random_key, locked.now_ms)
    deadline = next((one for _, one in live.deadlines() if one.seat == seat), None)
    goes_on = bool(live.new) and live.new[-1].seat == seat
    if deadline is None or goes_on or live.clocks.untimed:
        return acts_ms
    digest = hashlib.sha256(f"{random_key}/{deadline.since_ms}".encode()).digest()
    lot = int.from_bytes(digest[:8], "big") / 2**64
    return order_times.answers_at_ms(live.clocks, deadline, seat, lot, acts_ms, locked.now_ms)


def standing_order(live: LiveRound, holder: lock_round.SeatHolder) -> Order | None:
    """Return the order of this seat if it still counts; taking back a move ends it.

    A player who let time run out may be away, and an order must not hide that (`bot_takeover`).
    """
    seat = holder.number
    if holder.stand_in or any(seat in late.asked for late in live.late.values()):
        return None
    if any(move.seat == seat and isinstance(move.action, TakeBack) for move in live.new):
        return None
    return live.order(seat, holder.order)


def ended_orders(locked: lock_round.LockedRound, live: LiveRound) -> list[Seat]:
    """Return the seats whose standing orders no longer count."""
    return [holder.number for holder in locked.holders if standing_order(live, holder) is None]


def dispatch(locked: lock_round.LockedRound, rows: list[tuple[int, str, int]]) -> None:
    """Send tasks for these rows, and arrange for deadlines that are near. Call it after the
    commit.

    A deadline that has passed waits for the server (`waits_for_server`): the server's turn, or the
    sweep, applies it. `rows`: the result of `save_round.save`: id, kind and due time.
    """
    outbox.send_rows(rows, locked.now_ms)
    assert locked.live is not None
    waits = [due - locked.now_ms for due, _ in locked.live.deadlines()]
    wait_ms = min((wait for wait in waits if wait > 0), default=None)
    if (web := WebProcess.present) is not None:
        _set_timer(web.timers, locked.match_id, wait_ms)
    elif wait_ms is not None and wait_ms <= SOON_MS:
        task = current_app.tasks[APPLY_DEADLINE]
        task.apply_async(args=[str(locked.match_id)], countdown=wait_ms / 1000, retry=False)


def _set_timer(timers: Timers, match_id: uuid.UUID, wait_ms: int | None) -> None:
    """Let the deadline be applied in this process, without a worker. The next move cancels it."""
    if wait_ms is not None and wait_ms <= SOON_MS:
        apply = partial(current_app.tasks[APPLY_DEADLINE], str(match_id))
        timers.set(match_id, wait_ms / 1000, apply)
    else:
        timers.cancel(match_id)
