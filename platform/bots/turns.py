"""How a bot takes its turn."""

from __future__ import annotations

import logging

from matches import engine, outbox, selectors
from matches.models import Outbox
from matches.services.play import Bot, Wish, play

log = logging.getLogger(__name__)

TRIES = 3
"""How often a bot thinks again because somebody else acted meanwhile."""


def take_turn(row: Outbox) -> None:
    """Answer for the seat from what it has seen, and play that.

    The key names the situation: a second delivery finds its move made, or is refused as stale.
    """
    if row.seat is None:
        raise ValueError("a bot's turn needs a seat")
    for _ in range(TRIES):
        table = selectors.table_of_round(row.round_id)
        desk, level = table.desk, table.seats[row.seat].bot
        if desk is None or not level or not desk.waits_for(row.seat):
            outbox.settle(row)
            return
        situation = f"{row.round_id}/{desk.version}/{row.seat}"
        action = engine.ask_bot(desk, row.seat, level, table.events(), situation)
        answer = play(
            table.match_id,
            Bot(row.seat),
            Wish(
                action=engine.to_json(action),
                seen=table.shown(row.seat),
                key=f"bot-{desk.version}",
            ),
        )
        if answer.refusal is None:
            return
        if answer.refusal.code != "stale":
            # A bot that breaks the rules is a fault of ours; the deadline plays for it then.
            log.error("a bot was refused: %s in round %s", answer.refusal.code, row.round_id)
            return
