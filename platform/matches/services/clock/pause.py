"""A pause by consent: it begins when all people who play agree, and ends when one of them resumes.

In a match that counts beyond its table, absent players must agree too. Otherwise the last player
present could stop a match that they are losing. During a pause no time counts and no seat acts, not
even a bot's. The chat is open, because a message is not a move.
"""

from __future__ import annotations

import uuid

from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery

from accounts.models import User
from core import clock
from core.refusals import refused
from matches.engine.substitution import counts_beyond_table
from matches.models import Match, Move, Outbox, Pause, Round, Seat
from matches.services.clock.reschedule import reschedule_match
from matches.store import outbox
from matches.store.change_match import count_change
from matches.store.lock_match import lock_match_and_round
from matches.store.lock_round import lock_round

REST_MS = 2 * 60_000
"""Time that bots play on without a clock while no person acts, in milliseconds."""


@transaction.atomic
def agree_to_pause(match_id: uuid.UUID, user: User) -> None:
    """Propose a pause, or agree to one.

    Raises:
        Refused: `not_found`, `not_yours`, `not_running`, `paused`.
    """
    match, pause = _of(match_id, user)
    if pause is None:
        pause = Pause(match=match)
    elif pause.begins_ms is not None:
        raise refused("paused")
    pause.agreed = sorted({*pause.agreed, user.pk})
    pause.save()
    _begin_if_agreed(match, pause)
    count_change(match)


@transaction.atomic
def begin_if_all_agree(*, round_id: int, **_: object) -> None:
    """Begin a proposed pause after a change of a seat's player, if all who must agree now do."""
    match = lock_match_and_round(Round.objects.values_list("match_id", flat=True).get(pk=round_id))
    pause = match.pauses.filter(begins_ms__isnull=True).first()
    if (
        pause is not None
        and match.status == Match.Status.RUNNING
        and _begin_if_agreed(match, pause)
    ):
        count_change(match)


def pause_if_idle(match_id: uuid.UUID) -> None:
    """Begin a pause if bots have played on among themselves for a while, without a clock.

    A player who looks away finds the table as it was. The function runs after each move of a bot,
    and takes no lock before that time is over.
    """
    if not _is_idle(match_id, clock.now_ms()):
        return
    with transaction.atomic():
        match = lock_match_and_round(match_id)
        if _is_idle(match_id, _now_ms(match)):
            _begin(match, Pause(match=match))
            count_change(match)


def _is_idle(match_id: uuid.UUID, now_ms: int) -> bool:
    """Return whether no person has acted for `REST_MS` in a running round, with one statement."""
    pauses = Pause.objects.filter(match=match_id)
    people = Seat.objects.filter(match=match_id, user__isnull=False).values("number")
    moves = Move.objects.filter(round=OuterRef("pk"), seat__in=people).order_by("-number")
    ended = pauses.filter(ends_ms__isnull=False).order_by("-ends_ms")
    signs = (
        # Code that settles a finished round locks the match first, so exclude such a round here.
        Round.objects.filter(
            ~Exists(pauses.filter(begins_ms__isnull=False, ends_ms__isnull=True)),
            match=match_id,
            match__status=Match.Status.RUNNING,
            start__isnull=False,
            outcome__isnull=True,
        )
        .values_list(
            "start__at_ms",
            Subquery(moves.values("at_ms")[:1]),
            Subquery(ended.values("ends_ms")[:1]),
        )
        .first()
    )
    return signs is not None and now_ms - max(ms for ms in signs if ms is not None) >= REST_MS


@transaction.atomic
def decline_pause(match_id: uuid.UUID, user: User) -> None:
    """Decline a proposed pause, or withdraw the proposal.

    Raises:
        Refused: `not_found`, `not_yours`, `not_running`, `paused`, `no_pause`.
    """
    match, pause = _of(match_id, user)
    if pause is None:
        raise refused("no_pause")
    if pause.begins_ms is not None:
        raise refused("paused")
    pause.delete()
    count_change(match)


@transaction.atomic
def end_pause(match_id: uuid.UUID, user: User) -> None:
    """End the pause; each seat has the time that it had left.

    Raises:
        Refused: `not_found`, `not_yours`, `not_running`, `no_pause`.
    """
    match, pause = _of(match_id, user)
    if pause is None or pause.begins_ms is None:
        raise refused("no_pause")
    pause.ends_ms = max(pause.begins_ms, _now_ms(match))
    pause.save(update_fields=["ends_ms"])
    if pause.left_ms is not None:
        waiting = match.rounds.get(start__isnull=True)
        Outbox.objects.create(
            kind=outbox.NEXT_ROUND,
            round=waiting,
            version=waiting.version,
            due_ms=pause.ends_ms + pause.left_ms,
        )
    reschedule_match(match.pk)
    count_change(match)


def _begin_if_agreed(match: Match, pause: Pause) -> bool:
    """Begin the pause if all people who must agree do, and there is at least one; return whether."""
    asked = match.seats.filter(user__isnull=False)
    if not counts_beyond_table(match):
        asked = asked.filter(stand_in="")
    people = set(asked.values_list("user_id", flat=True))
    if not people or not people <= set(pause.agreed):
        return False
    _begin(match, pause)
    return True


def _begin(match: Match, pause: Pause) -> None:
    pause.begins_ms = _now_ms(match)
    waits = Outbox.objects.filter(kind=outbox.NEXT_ROUND, round__match=match)
    for row in waits:
        pause.left_ms = max(0, row.due_ms - pause.begins_ms)
    waits.delete()
    pause.save()
    reschedule_match(match.pk)


def _now_ms(match: Match) -> int:
    """Return the time under the round's lock: no move is made in the meantime."""
    locked = lock_round(match.pk)
    assert locked is not None
    return locked.now_ms


def _of(match_id: uuid.UUID, user: User) -> tuple[Match, Pause | None]:
    """Return the match, locked, with its pause or proposal, if any. The user must have a seat
    there.
    """
    match = lock_match_and_round(match_id)
    if not match.seats.filter(user=user).exists():
        raise refused("not_yours")
    if match.status != Match.Status.RUNNING:
        raise refused("not_running")
    return match, match.pauses.filter(ends_ms__isnull=True).first()
