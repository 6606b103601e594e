"""Decisions without a choice: the server plays them for people, as ordinary moves.

`Game.no_choice` tells which they are: playing them reveals no more than the action itself.
"""

from __future__ import annotations

import uuid

from matches.engine import stored_values
from matches.models import Outbox, Round
from matches.requests import ActionRequest
from matches.services.rounds.play import work_on_round


def play_forced(row: Outbox) -> None:
    """Play the only action of the seat of this outbox row, if it still has no choice.

    Its player need not be here for it, so the move does not count as theirs for their absence.
    """
    if row.seat is None:
        return
    match_id = Round.objects.values_list("match_id", flat=True).get(pk=row.round_id)
    with work_on_round(match_id) as work:
        if work is None or work.locked.round_id != row.round_id or work.locked.pauses.paused:
            return
        locked, live = work.locked, work.locked.live
        if live is None or not work.goes_on or not locked.holders[row.seat].reads:
            return
        action = live.forced(row.seat)
        if action is None:
            return
        live.clocks.spare(row.seat)
        live.act(row.seat, action, locked.now_ms)
        request = ActionRequest(stored_values.to_json(action))
        work.keys[live.version] = (uuid.uuid4().hex, request.digest)
