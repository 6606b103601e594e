"""How a bot takes its turn: it thinks as soon as it is waited for, and acts when a person would.

When that is, is fixed when the wait begins and is the same whatever the bot holds. The search takes
longer the more there is to think about; done before, it does not show.
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
"""How often a bot thinks again because somebody else acted meanwhile."""


def think_ahead(row: Outbox) -> None:
    """Have the answer ready before it is due."""
    table = load_table_of_round(row.round_id)
    if row.seat is None or not _is_wanted(table, row.seat):
        return
    _answer(table, row.seat)
    if not _is_wanted(load_table_of_round(row.round_id), row.seat):
        forget_thought(round_id=row.round_id, seat=row.seat)  # somebody else plays there by now


def forget_thought(*, round_id: int, seat: Seat, **_: object) -> None:
    """Forget what was thought out for this seat: it is void."""
    Thought.objects.filter(round_id=round_id, seat=seat).delete()


def take_turn(row: Outbox) -> None:
    """Answer for the seat from what it has seen, and play that.

    The key names the situation: a second delivery finds its move made, or is refused as stale.
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
            # A bot that breaks the rules is a fault of ours; the deadline plays for it then.
            log.error("a bot was refused: %s in round %s", answer.refusal.code, row.round_id)
            return


def _shown_by_now(row: Outbox, before: Table) -> int:
    """What the bot's seat is shown by now: somebody else may have been quicker."""
    assert row.seat is not None
    now = load_table_of_round(row.round_id)
    return now.shown_version(row.seat) if now.round_id == before.round_id else -1


def _look_again(row: Outbox, table: Table) -> None:
    """The bot does nothing now: it looks again after thinking once more if the round waits for it.

    Otherwise it does when something happens, which owes its turn anew.
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
    """Whether a bot sits there and may act."""
    if table.live is None or table.pauses.paused or not table.seats[seat].bot_now:
        return False
    return bool(table.live.able((seat,)))


def _answer(table: Table, seat: Seat) -> Any:
    """What the bot does, as JSON, thought out already or now; no lock is held meanwhile.

    The situation is what its seat could see: what others do unseen makes nobody think anew.
    """
    seen = table.shown_version(seat)
    mine = Thought.objects.filter(round_id=table.round_id, seat=seat)
    ready = mine.filter(seen=seen).first()
    if ready is not None:
        return ready.action
    return _ask(table, seat, looks=0)


def _ask(table: Table, seat: Seat, looks: int) -> Any:
    """What the bot does after so many looks at the situation, as JSON; None: nothing. Kept."""
    assert table.live is not None
    seen = table.shown_version(seat)
    # The same deal at another table is the same situation: bots answer the same to the same.
    situation = f"{table.commitment}/{table.visible[seat + 1]}/{seat}/{looks}"
    level = table.seats[seat].bot_now
    action = stored_values.to_json(
        live_round.ask_bot(
            table.live, seat, level, table.events(), situation, search_budget.share_now
        )
    )
    # One statement: several workers may think for this seat, and one forgets while another keeps.
    Thought.objects.bulk_create(
        [Thought(round_id=table.round_id, seat=seat, seen=seen, looks=looks, action=action)],
        update_conflicts=True,
        unique_fields=("round", "seat"),
        update_fields=("seen", "looks", "action"),
    )
    return action
