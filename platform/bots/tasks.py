"""A bot's turn: ask the game's bot, play its answer through the one door."""

from __future__ import annotations

from celery import shared_task

from bots.turns import take_turn
from matches import outbox


@shared_task(name="bots.tasks.play_turn", ignore_result=True, soft_time_limit=20, time_limit=30)
def play_turn(outbox_id: int) -> None:
    """Play what the bot owes. Killed half-way, the sweep sends it again; played, it is played once.

    The time limit is a guard: a bot counts its work, so that it answers the same everywhere.
    """
    row = outbox.claim(outbox_id)
    if row is not None:
        take_turn(row)
