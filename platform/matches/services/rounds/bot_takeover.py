"""A bot plays for a person who is away, and leaves when the person is back.

The module is a part of the write path: it finds the players whose time ran out, in the transaction
of the move. `departure` has the decisions of people themselves. If answers are hidden, the arrival
of a bot reveals that a player was away, but nothing about cards: a player without a card to play
can state so.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F

from core import clock
from core.after_commit import after_commit
from core.signals import player_changed
from games.kernel.contract import Meta, Seat
from matches import models
from matches.models import Departure, Match
from matches.models.occupancy import MISSED_BEFORE_TAKEOVER
from matches.store import lock_round


def level_of(meta: Meta) -> str:
    """Return the level of the bot that plays for absent players: the game's middle one."""
    return meta.levels[len(meta.levels) // 2].slug


def count_missed(locked: lock_round.LockedRound, by: Seat | None) -> bool:
    """Count the time-outs of holders in the new moves; return whether a seat changed its player.

    `by`: the seat whose holder has just acted and is therefore back.
    """
    changed = False
    for place, holder in enumerate(locked.holders):
        if holder.user_id is None:
            continue
        now = _reckoned(locked, holder, is_here=by == holder.number)
        if now is holder:
            continue
        locked.holders[place] = now
        if now.stand_in != holder.stand_in:
            _changed(locked, holder, now)
            changed = True
        # The filter excludes a holder whose seat another user has taken in the meantime.
        seats = models.Seat.objects.filter(
            match_id=locked.match_id, number=holder.number, user_id=holder.user_id
        )
        seats.update(
            missed=now.missed,
            stand_in=now.stand_in,
            **({} if now.stand_in else {"offer": None}),
        )
    return changed


def _reckoned(
    locked: lock_round.LockedRound, holder: lock_round.SeatHolder, *, is_here: bool
) -> lock_round.SeatHolder:
    """Return the holder after the new moves."""
    assert locked.live is not None
    if is_here:
        missed, stand_in = 0, ""
    elif holder.stand_in:
        return holder
    else:
        late = locked.live.late.values()
        missed = holder.missed + sum(holder.number in one.asked for one in late)
        away = missed >= MISSED_BEFORE_TAKEOVER
        stand_in = level_of(locked.live.game.meta) if away else ""
    if (missed, stand_in) == (holder.missed, holder.stand_in):
        return holder
    return replace(holder, missed=missed, stand_in=stand_in)


def _changed(
    locked: lock_round.LockedRound, before: lock_round.SeatHolder, now: lock_round.SeatHolder
) -> None:
    """Record that a player left or came back, and count it as a change of the table."""
    at = clock.as_datetime(locked.now_ms)
    assert now.user_id is not None
    if now.stand_in:
        note_departure(locked.match_id, now.number, now.user_id, Departure.Why.AWAY, at)
    else:
        end_departure(locked.match_id, now.number, back_at=at)
    Match.objects.filter(pk=locked.match_id).update(changes=F("changes") + 1)
    locked.changes += 1
    after_commit(player_changed.send, models.Seat, round_id=locked.round_id, seat=before.number)


def note_departure(
    match_id: uuid.UUID, seat: Seat, user_id: int, why: Departure.Why, at: datetime
) -> None:
    """Record that a player is away from a seat from now on."""
    Departure.objects.create(match_id=match_id, seat=seat, user_id=user_id, why=why, at=at)


def end_departure(match_id: uuid.UUID, seat: Seat, **how: Any) -> None:
    """Record that the absent player of a seat is back, or that a substitute followed.

    `how`: `back_at` or `followed_by`.
    """
    away = Departure.objects.filter(match_id=match_id, seat=seat)
    away.filter(back_at__isnull=True, followed_by__isnull=True).update(**how)
