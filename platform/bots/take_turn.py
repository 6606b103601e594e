"""A bot's turn: it thinks as soon as its turn begins, and acts when a person would.

The time of its action is fixed when the turn begins, and does not depend on what the bot holds. A
search takes longer if there is more to consider; because it runs earlier, its duration is not
visible.
"""

from __future__ import annotations

import logging
from typing import Any

from bots import search_budget
from bots.models import Thought
from core import clock
from games.kernel.contract import Seat
from matches.actors import Bot
from matches.engine import live_round, stored_values
from matches.models import Outbox
from matches.requests import ActionRequest
from matches.services.clock import pause
from matches.services.rounds.play import play
from matches.store import outbox
from matches.store.load_match import load_table_of_round
from matches.store.snapshot import Table

log = logging.getLogger(__name__)

TRIES = 3
"""How often a bot thinks again because another player acted meanwhile."""


def think_ahead(row: Outbox) -> None:
    """Compute the answer before it is due."""
    table = load_table_of_round(row.round_id)
    if row.seat is None or not _is_wanted(table, row.seat):
        return
    _answer(table, row.seat)
    if not _is_wanted(load_table_of_round(row.round_id), row.seat):
        forget_thought(round_id=row.round_id, seat=row.seat)  # another player has the seat by now


def forget_thought(*, round_id: int, seat: Seat, **_: object) -> None:
    """Delete the precomputed answer of this seat, because it is void."""
    Thought.objects.filter(round_id=round_id, seat=seat).delete()


def take_turn(row: Outbox) -> None:
    """Choose an action from the seat's observation, and play it.

    The key identifies the situation, so a second delivery finds the move made, or is refused as
    stale.
    """
    if row.seat is None:
        raise ValueError("a bot's turn needs a seat")
    for _ in range(TRIES):
        table = load_table_of_round(row.round_id)
        if table.live is None or not _is_wanted(table, row.seat):
            outbox.mark_done(row)
            forget_thought(round_id=row.round_id, seat=row.seat)
            return
        action = _answer(table, row.seat)
        if action is None:
            _look_again(row, table)
            return
        answer = play(
            table.match_id,
            Bot(row.seat),
            ActionRequest(
                action=action,
                seen=table.shown_version(row.seat),
                key=f"bot-{table.round_number}-{table.live.version}",
            ),
        )
        if answer.refusal is None:
            forget_thought(round_id=row.round_id, seat=row.seat)
            if table.live.clocks.untimed:
                pause.pause_if_idle(table.match_id)
            return
        if _shown_by_now(row, table) == table.shown_version(row.seat):
            # A bot that breaks the rules is our bug. At the deadline, the server plays for it.
            log.error("a bot was refused: %s in round %s", answer.refusal.code, row.round_id)
            return


def _shown_by_now(row: Outbox, before: Table) -> int:
    """Return the version that the bot's seat sees now, or -1 if another round has begun.

    Another player may have acted.
    """
    assert row.seat is not None
    now = load_table_of_round(row.round_id)
    return now.shown_version(row.seat) if now.round_id == before.round_id else -1


def _look_again(row: Outbox, table: Table) -> None:
    """Record that the bot does nothing now; it tries again later if the round waits for it.

    Otherwise it tries again after the next event, which makes its turn due again.
    """
    assert row.seat is not None
    assert table.live is not None
    if not table.live.waits_for(row.seat):
        outbox.mark_done(row)
        return
    mine = Thought.objects.filter(round_id=row.round_id, seat=row.seat).first()
    looks = 1 if mine is None else mine.looks + 1
    random_key = f"{table.match_id}/{row.seat}/{row.version}/{looks}"
    takes_ms = table.live.thinking_ms(row.seat, table.seats[row.seat].bot_now, random_key)
    outbox.put_off(row, clock.now_ms() + takes_ms)
    _ask(table, row.seat, looks)


def _is_wanted(table: Table, seat: Seat) -> bool:
    """Return whether a bot sits there and may act."""
    if table.live is None or table.pauses.paused or not table.seats[seat].bot_now:
        return False
    return bool(table.live.able((seat,)))


def _answer(table: Table, seat: Seat) -> Any:
    """Return the bot's action as JSON, precomputed or computed now without a lock.

    The situation is the seat's observation, so hidden actions of others cause no new computation.
    """
    seen = table.shown_version(seat)
    mine = Thought.objects.filter(round_id=table.round_id, seat=seat)
    ready = mine.filter(seen=seen).first()
    if ready is not None:
        return ready.action
    return _ask(table, seat, looks=0)


def _ask(table: Table, seat: Seat, looks: int) -> Any:
    """Compute and store the bot's action as JSON; None if the bot does nothing.

    `looks` counts its earlier tries in this situation.
    """
    assert table.live is not None
    seen = table.shown_version(seat)
    # The same deal at another table is the same situation, and bots answer it in the same way.
    situation = f"{table.commitment}/{table.visible[seat + 1]}/{seat}/{looks}"
    level = table.seats[seat].bot_now
    action = stored_values.to_json(
        live_round.ask_bot(
            table.live, seat, level, table.events(), situation, search_budget.share_now
        )
    )
    # One statement: several workers may think for this seat, and one may delete what another
    # stores.
    Thought.objects.bulk_create(
        [Thought(round_id=table.round_id, seat=seat, seen=seen, looks=looks, action=action)],
        update_conflicts=True,
        unique_fields=("round", "seat"),
        update_fields=("seen", "looks", "action"),
    )
    return action
