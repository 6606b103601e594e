"""A bot's turn: ask the game's bot, and play its answer through the write path.

The time limits are a guard only. A bot counts its work, so its answer is the same on any machine.
"""

from __future__ import annotations

from celery import shared_task

from bots import advice, take_turn
from matches.models import Outbox, Round
from matches.store import outbox
from matches.store.load_match import load_table


@shared_task(name="bots.tasks.think", ignore_result=True, soft_time_limit=20, time_limit=30)
def think_ahead(outbox_id: int) -> None:
    """Compute a bot's answer before it is due. If the task is lost, the turn itself computes it."""
    row = Outbox.objects.filter(pk=outbox_id).first()
    if row is not None:
        take_turn.think_ahead(row)


@shared_task(name="bots.tasks.play_turn", ignore_result=True, soft_time_limit=20, time_limit=30)
def play_turn(outbox_id: int) -> None:
    """Play a bot's due turn. If the task is killed, the sweep sends it again; the move is made
    once.
    """
    row = outbox.claim_row(outbox_id)
    if row is not None:
        take_turn.take_turn(row)


@shared_task(name="bots.tasks.advise", ignore_result=True, soft_time_limit=20, time_limit=30)
def think_about_step(round_id: int, number: int) -> None:
    """Let the best bot analyse a step of a finished round for its readers."""
    round_ = Round.objects.select_related("match").get(pk=round_id)
    table = load_table(round_.match_id, round_.number)
    asked = advice.question_at(table, round_, number)
    if asked is not None:
        advice.answer_question(asked)
