"""Report ended disputes of a table to the app that records them, even after a crash.

The transaction of the move stores the holders of the seats; the log has everything else.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from core.signals import contested
from games.kernel.contests import Contest, contest_of
from matches.engine import catalogue, live_round, stored_values
from matches.models import Move, Outbox, Round
from matches.store import lock_round

log = logging.getLogger(__name__)


def disputes_ended(locked: lock_round.LockedRound, live: live_round.LiveRound) -> list[Any]:
    """Return the outbox facts of the new moves that end a dispute: their numbers, and the seats'
    holders.

    A seat whose holder is away keeps that user, with the bot that played there.
    """
    kinds = live.game.meta.contests
    first = live.version - len(live.new) + 1
    sat = [[holder.user_id, holder.bot_now] for holder in locked.holders]
    return [
        [number, sat]
        for number, move in enumerate(live.new, first)
        if any(event.kind in kinds for event in move.events)
    ]


def report_disputes(row: Outbox) -> None:
    """Send a signal for each dispute in this row.

    A second run, a late run or a run after a partial failure sends the signals again.
    """
    round_ = Round.objects.select_related("match").get(pk=row.round_id)
    rules_id = round_.match.rules_id
    sat = dict(row.facts)
    for move in Move.objects.filter(round=round_, number__in=list(sat)):
        try:
            contests = _contests(rules_id, move.events)
        except msgspec.ValidationError:
            # A fault of the game: a retry does not help, and the log has all the data.
            log.exception("a dispute has no result: %s of %s", move, round_)
            continue
        for index, contest in contests:
            contested.send(
                sender=Move,
                match_id=round_.match_id,
                rules_id=rules_id,
                round=round_.number,
                move=move.number,
                index=index,
                at_ms=move.at_ms,
                contest=contest,
                sat=sat[move.number],
            )


def _contests(rules_id: int, events: Any) -> list[tuple[int, Contest]]:
    """Return the disputes that these stored events of a move ended, each with the event's index.

    Raises:
        msgspec.ValidationError: an event does not contain the result of its dispute.
    """
    meta = catalogue.rules_of(rules_id)[0].meta
    found = enumerate(contest_of(meta, event) for event in stored_values.events_of(events))
    return [(index, contest) for index, contest in found if contest is not None]
