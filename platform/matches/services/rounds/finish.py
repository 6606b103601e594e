"""The end of a round: decide the match, or announce the next round."""

from __future__ import annotations

import msgspec
from django.db import transaction

from core import clock
from games.kernel.contract import Target
from matches.engine import replay, stored_values
from matches.engine.clocks import UNTIMED
from matches.models import Match, Outbox, Round, Seat, pause_now
from matches.services.rounds.start import announce_round
from matches.store import outbox, results
from matches.store.change_match import count_change
from matches.store.lock_match import lock_match_and_round

PATIENCE_MS = 24 * 60 * 60 * 1000
"""Wait for the next round in milliseconds, for matches that opened before their pace had this
limit.
"""


def next_round_ms(match: Match) -> int:
    """Return how long the table waits after a round for all to be ready, in milliseconds."""
    return clock.scaled_delay(match.pace.get(outbox.NEXT_ROUND, PATIENCE_MS))


@transaction.atomic
def finish_round(round_id: int) -> None:
    """Settle a finished round; a second, late or repeated run changes nothing more."""
    finished = Round.objects.select_related("match").get(pk=round_id)
    match = lock_match_and_round(finished.match_id)
    newest = match.rounds.order_by("-number").first()
    if match.status != Match.Status.RUNNING or newest is None or newest.pk != round_id:
        return
    outcomes = [
        stored_values.outcome_of(raw)
        for raw in match.rounds.order_by("number").values_list("outcome", flat=True)
    ]
    standing = replay.standing(match.rules_id, msgspec.convert(match.target, Target), outcomes)
    if standing.decided:
        match.status = Match.Status.FINISHED
        match.finished_at = clock.as_datetime(finished.at_ms)
        match.standing = stored_values.to_json(standing)
        # Old rated matches may have had substitutes; such a match changes no ratings.
        match.rated = match.rated and not match.departures.exclude(followed_by=None).exists()
        if not match.practice:
            match.result = stored_values.to_json(results.counted(match, match.corrections.all()))
        match.save(update_fields=["status", "finished_at", "standing", "result", "rated"])
        _put_in_outbox(finished, clock.now_ms(), outbox.ENDED, outbox.MATCH_FINISHED)
    else:
        announced = announce_round(match, newest.number + 1, visible=newest.visible)
        Seat.objects.filter(match=match).update(ready=False, nonce="")
        pause = pause_now(match.pk)
        if UNTIMED in match.pace:
            pass  # a match without a clock does not time out the wait for players who are not ready
        elif pause is None:
            _put_in_outbox(announced, clock.now_ms() + next_round_ms(match), outbox.NEXT_ROUND)
        else:
            pause.left_ms = next_round_ms(match)
            pause.save(update_fields=["left_ms"])
    count_change(match)


def _put_in_outbox(round_: Round, due_ms: int, *kinds: str) -> None:
    Outbox.objects.bulk_create(
        Outbox(kind=kind, round=round_, version=round_.version, due_ms=due_ms) for kind in kinds
    )
