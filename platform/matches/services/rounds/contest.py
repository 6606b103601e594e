"""A dispute at the table is over: whoever keeps a record of it learns of it, also after a crash.

Who sat where is noted in the move's own transaction; the rest stands in the log.
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
    """What the outbox keeps of the new moves that end a dispute: number, and who sits where.

    A seat whose holder is away keeps its name, with the bot that played there.
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
    """Send a signal for each dispute that this row has noted; twice, late or half sends it again."""
    round_ = Round.objects.select_related("match").get(pk=row.round_id)
    rules_id = round_.match.rules_id
    sat = dict(row.facts)
    for move in Move.objects.filter(round=round_, number__in=list(sat)):
        try:
            contests = _contests(rules_id, move.events)
        except msgspec.ValidationError:
            # A fault of the game, which trying again does not mend; the log has it all.
            log.exception("a dispute does not say how it went: %s of %s", move, round_)
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
    """The disputes that these stored events of a move ended, each with the event's place in it.

    Raises:
        msgspec.ValidationError: an event does not say how.
    """
    meta = catalogue.rules_of(rules_id)[0].meta
    found = enumerate(contest_of(meta, event) for event in stored_values.events_of(events))
    return [(index, contest) for index, contest in found if contest is not None]
