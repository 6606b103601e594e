"""What a round owes: turns of bots, looks at standing orders, its settling; and who is sent for it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from celery import current_app
from django.utils.crypto import salted_hmac

from games.kernel.contract import Deadline, Order, Seat
from games.kernel.session import TakeBack
from matches.engine.live_round import LiveRound
from matches.services.rounds import contest, order_times
from matches.store import lock_round, outbox

APPLY_DEADLINE = "matches.tasks.apply_deadline"
SOON_MS = 5_000
"""A deadline this near has a task of its own; for the others the sweep is soon enough."""


def waits_for_server(
    locked: lock_round.LockedRound, live: LiveRound
) -> Callable[[Deadline, int], bool]:
    """Tell which time-outs wait for the server: those before which the server owed a seat its turn.

    What the server is late with costs no seat anything: a bot or a standing order is asked first.
    If that fails again and again the time-out counts all the same, so that no match stands still.
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
        # What begins with time-outs applied just now nobody was asked yet.
        seats = {holder.number for holder in pressed}
        turns = _turns(locked, live) if live.new and not locked.pauses.paused else []
        return any(entry.seat in seats and entry.due_ms < due_ms for entry in turns)

    return waits


def _is_pending(holder: lock_round.SeatHolder, due_ms: int) -> bool:
    """Whether the server was to act for this seat before then, and has not failed to."""
    if holder.pending is None:
        return False
    acts_ms, tries = holder.pending
    return tries < outbox.TRIES and (tries > 0 or acts_ms < due_ms)


def pending_entries(locked: lock_round.LockedRound, live: LiveRound) -> list[outbox.OutboxEntry]:
    """What the round owes now: its settling, or the turns that the server takes; and records.

    Where no person plays any more the bots wait until somebody comes back (`abandonment`).
    """
    facts = contest.disputes_ended(locked, live)
    records = [outbox.OutboxEntry(outbox.CONTESTED, None, locked.now_ms, facts)] if facts else []
    if live.over:
        return [outbox.OutboxEntry(outbox.ROUND_FINISHED, None, locked.now_ms), *records]
    if locked.pauses.paused:
        return records
    return [*_turns(locked, live), *records]


def _turns(locked: lock_round.LockedRound, live: LiveRound) -> list[outbox.OutboxEntry]:
    """When the server acts for the seats that it plays for, and looks at standing orders."""
    random_key = f"{locked.match_id}/{locked.number}"
    levels = {holder.number: holder.bot_now for holder in locked.holders}
    bots = {} if locked.is_given_up else {seat: bot for seat, bot in levels.items() if bot}
    turns = [
        outbox.OutboxEntry(
            outbox.BOT_TURN, seat, live.acts_at_ms(seat, bots[seat], random_key, locked.now_ms)
        )
        for seat in live.able(bots)
    ]
    # An order is looked at whenever its seat may act, whether it applies or not.
    given = [h.number for h in locked.holders if standing_order(live, h) is not None]
    looks = [(seat, order_due_ms(locked, live, seat)) for seat in given]
    return [
        *turns,
        *(outbox.OutboxEntry(outbox.ORDER, seat, due) for seat, due in looks if due is not None),
    ]


def order_due_ms(locked: lock_round.LockedRound, live: LiveRound, seat: Seat) -> int | None:
    """When a standing order of this seat is looked at, whatever the seat holds; None: it may not act.

    Like a person, who first has to come and look, and then goes on at once. Nobody can work it out.
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
    """The order of this seat that counts still; who takes a move back decides anew.

    Somebody who let time run out may be away, which an order must not hide (`bot_takeover`).
    """
    seat = holder.number
    if holder.stand_in or any(seat in late.asked for late in live.late.values()):
        return None
    if any(move.seat == seat and isinstance(move.action, TakeBack) for move in live.new):
        return None
    return live.order(seat, holder.order)


def ended_orders(locked: lock_round.LockedRound, live: LiveRound) -> list[Seat]:
    """The seats of which no standing order counts any more."""
    return [holder.number for holder in locked.holders if standing_order(live, holder) is None]


def dispatch(locked: lock_round.LockedRound, rows: list[tuple[int, str, int]]) -> None:
    """Send tasks for what is owed, and for deadlines that are near: to be called after the commit.

    `rows`: what `save_round.save` wrote, by id, kind and due time.
    """
    outbox.send_rows(rows, locked.now_ms)
    assert locked.live is not None
    near = [due for due, _ in locked.live.deadlines() if due - locked.now_ms <= SOON_MS]
    if near:
        wait = max(0, min(near) - locked.now_ms) / 1000
        current_app.send_task(
            APPLY_DEADLINE, args=[str(locked.match_id)], countdown=wait, retry=False
        )
