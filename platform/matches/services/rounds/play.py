"""The only write path of moves: people, bots, deadlines and the API all play through here."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from django.db import transaction

from core import metrics
from core.after_commit import after_commit
from core.log_context import about_match
from core.refusals import Refused, refused
from games.kernel.contract import Refusal, Seat
from games.kernel.refusals import refusal
from matches.actors import Bot, Person
from matches.engine.live_round import LiveRound
from matches.models import Match
from matches.requests import KEY, ActionRequest
from matches.services.rounds import abandonment, bot_takeover, pending
from matches.store import lock_round, save_round
from matches.store.known_round import known_round
from matches.store.load_match import table_after
from matches.store.snapshot import Table
from matches.store.topics import announce, announce_talk

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The result of a request to act; the board must be drawn again in any case.

    `seat`: the seat of the actor, if they have one. `repeated`: the same request was carried out
    before. `table`: the table after the request; if None, the caller loads it.
    """

    seat: Seat | None = None
    refusal: Refusal | None = None
    repeated: bool = False
    table: Table | None = None


@dataclass(slots=True)
class Work:
    """The present round of a match while code works on it under its lock.

    `goes_on`: when the work began, the round was dealt, and neither the round nor the match was
    over. `keys`: by number of a new move, the key and the digest of the request that made it.
    `here`: the seat that has just acted, through its holder or through a standing order.
    """

    locked: lock_round.LockedRound
    goes_on: bool
    keys: dict[int, tuple[str, str]] = field(default_factory=dict)
    here: Seat | None = None
    refreshes: bool = False
    """True if deadlines and outbox are written again although no move was made."""
    arrived: bool = False
    """True if another user now plays a seat and may not have been notified of anything."""


@contextmanager
def work_on_round(
    match_id: uuid.UUID, key: str = "", *, catches_up: bool = True
) -> Iterator[Work | None]:
    """Work on the present round of a match. When the block ends, new moves are stored and
    announced.

    If `catches_up`, time-outs that are due are applied first. `key`: the key of a request, to
    find its move if it was made before. Yields None if the match does not exist.
    """
    with about_match(match_id), transaction.atomic():
        locked = lock_round.lock_round(match_id, key)
        if locked is None:
            yield None
            return
        live, before = locked.live, list(locked.visible)
        is_running = locked.status == Match.Status.RUNNING
        work = Work(locked, goes_on=is_running and live is not None and not live.over)
        if live is not None and work.goes_on and catches_up:
            live.catch_up(locked.now_ms, pending.waits_for_server(locked, live))
        yield work
        if live is not None and live.new:
            _finish(work, live, before)
        elif live is not None and work.refreshes:
            after_commit(pending.dispatch, locked, _save(work, live))


def play(match_id: uuid.UUID, actor: Person | Bot, request: ActionRequest) -> PlayResult:
    """Perform a request to act in the present round of a match.

    Time-outs that are due are applied first, and stay even if the request is refused. A refusal is
    part of the result; nothing else has changed then.
    """
    with metrics.MOVE_SECONDS.time():
        result = _play(match_id, actor, request)
    if result.refusal is not None:
        metrics.REFUSALS.labels(result.refusal.code).inc()
    return result


def _play(match_id: uuid.UUID, actor: Person | Bot, request: ActionRequest) -> PlayResult:
    done = _play_known(match_id, actor, request) if isinstance(actor, Person) else None
    return _play_locked(match_id, actor, request) if done is None else done


def _play_known(match_id: uuid.UUID, actor: Person, request: ActionRequest) -> PlayResult | None:
    """Perform a request without a lock, if this process knows the round and nothing has changed.

    None: nothing was written. `_play_locked` decides then, also about every refusal.
    """
    locked = known_round(match_id)
    if locked is None:
        metrics.GUARDED.labels("unknown").inc()
        return None
    work, before = Work(locked, goes_on=True), list(locked.visible)
    live = locked.live
    assert live is not None
    with about_match(match_id):
        result = _answer(work, actor, request)
        if not _is_one_plain_move(work):
            metrics.GUARDED.labels("locked").inc()
            return None
        try:
            _finish(work, live, before)
        except save_round.Overtaken:
            metrics.GUARDED.labels("overtaken").inc()
            return None
    metrics.GUARDED.labels("written").inc()
    return replace(result, table=table_after(locked))


def _is_one_plain_move(work: Work) -> bool:
    """Return whether a player made one move that changes no other row than its round's.

    The end of a round, a spent bank and a player who is back are stored under the lock.
    """
    locked, live = work.locked, work.locked.live
    if work.here is None or live is None or len(live.new) != 1 or live.over:
        return False
    holder = locked.holders[work.here]
    is_back = bool(holder.missed or holder.stand_in)
    return not is_back and live.clocks.pauses.used == locked.pauses.used


def _play_locked(match_id: uuid.UUID, actor: Person | Bot, request: ActionRequest) -> PlayResult:
    # Text that is not a valid key was never used, and may not fit into a query.
    with work_on_round(match_id, request.key if KEY.fullmatch(request.key) else "") as work:
        if work is None:
            return PlayResult(refusal=refused("not_found").refusal)
        result = _answer(work, actor, request)
    return replace(result, table=table_after(work.locked) if work.goes_on else None)


def _answer(work: Work, actor: Person | Bot, request: ActionRequest) -> PlayResult:
    """Carry out a request, or refuse it."""
    if work.locked.status == Match.Status.ABORTED:
        return PlayResult(refusal=refused(_why_ended(work.locked)).refusal)
    seat: Seat | None = None
    try:
        seat = _acting_seat(work.locked, actor)
        repeated = _act(work, seat, request)
    except Refused as error:
        return PlayResult(seat=seat, refusal=error.refusal)
    if isinstance(actor, Person) and not repeated:
        work.here = seat
    return PlayResult(seat=seat, repeated=repeated)


def apply_due(match_id: uuid.UUID) -> bool:
    """Apply the time-outs due in the present round; return whether there were any.

    If none is due, the stored deadlines are corrected, because quiet hours, pauses or a downtime may
    have moved them.
    """
    with work_on_round(match_id) as work:
        if work is None or not work.goes_on or work.locked.live is None:
            return False
        work.refreshes = True
        return bool(work.locked.live.new)


def refresh_outbox(match_id: uuid.UUID) -> None:
    """Write the outbox of the present round again after a change of a seat's player."""
    with work_on_round(match_id, catches_up=False) as work:
        if work is not None and work.locked.status == Match.Status.RUNNING:
            work.refreshes = work.arrived = True


def _why_ended(locked: lock_round.LockedRound) -> str:
    """Return the reason why no seat can act at a table that was ended early."""
    if not locked.dealt:
        return "table_cleared"
    return "deserted" if locked.is_given_up else "stopped"


def _acting_seat(locked: lock_round.LockedRound, actor: Person | Bot) -> Seat:
    """Return the seat that this actor holds now.

    Raises:
        Refused: `not_seated`, `revoked` (hand-over, ban, sign-out or new password since).
    """
    if isinstance(actor, Bot):
        if not locked.holders[actor.seat].bot_now:
            raise Refused(refusal("not_seated"))
        return actor.seat
    for holder in locked.holders:
        if actor.user_id is not None and holder.user_id == actor.user_id:
            if holder.epoch != actor.epoch or not holder.is_active:
                raise refused("revoked")
            return holder.number
    raise Refused(refusal("not_seated"))


def _act(work: Work, seat: Seat, request: ActionRequest) -> bool:
    """Perform a request; return True if it was carried out before.

    Raises:
        Refused: with the reason.
    """
    if not KEY.fullmatch(request.key):
        raise refused("key_missing")
    locked, live = work.locked, work.locked.live
    if used := locked.holders[seat].used:
        if request.digest not in used:
            raise refused("key_reused")
        return True
    if live is None:
        raise refused("not_dealt")
    if locked.pauses.paused:
        raise refused("paused")
    if request.seen is None or locked.saw_earlier_round(seat, request.seen):
        raise Refused(refusal("stale"))
    action = live.read_action(seat, request.action, request.picks)
    # If an action names the event that it answers (`seq`), the game checks `seq`, not the version.
    if getattr(action, "seq", None) is None and request.seen != _expected_version(locked, seat):
        raise Refused(refusal("stale"))
    live.act(seat, action, locked.now_ms)
    work.keys[live.version] = (request.key, request.digest)
    return False


def _expected_version(locked: lock_round.LockedRound, seat: Seat) -> int:
    """Return the version that the seat's page must show, including time-outs applied just now."""
    assert locked.live is not None
    visible = locked.visible
    for move in locked.live.new:
        visible = save_round.count_visible(visible, move.events)
    return locked.changes + visible[seat + 1]


def _finish(work: Work, live: LiveRound, before: list[int]) -> None:
    """Store the new moves, and announce them after the commit. `before`: the earlier value of
    `visible`.

    Raises:
        Overtaken: the guard of the round did not hold; nothing was stored.
    """
    locked = work.locked
    ends = work.here is None and not live.over and abandonment.is_abandoned(locked)
    changed = bot_takeover.count_missed(locked, work.here)
    if changed:
        live.clocks.pauses = lock_round.load_clock_context(locked)
    changed = changed or ends
    # Other rows have changed, too, so the cached state cannot be reused.
    if changed:
        locked.known = None
    rows = _save(work, live)
    after_commit(_count, live.game.meta.slug, [_who(locked, move.seat) for move in live.new])
    if ends:
        abandonment.end_match(locked.match_id)
    else:
        after_commit(pending.dispatch, locked, rows)
    viewers = [i for i, count in enumerate(locked.visible) if changed or count != before[i]]
    everyone = len(viewers) == len(before)
    players = [h.user_id for h in locked.holders if h.user_id and h.number + 1 in viewers]
    if 0 in viewers:  # a player with a substitute in their seat sees the public changes
        players += [h.returns_id for h in locked.holders if h.returns_id]
    after_commit(announce, locked.match_id, None if everyone else viewers, players)
    if live.over:  # the messages of spectators are open now
        after_commit(announce_talk, locked.match_id)


def _who(locked: lock_round.LockedRound, seat: Seat | None) -> str:
    """Return the kind of player that made a move, for metrics; the server makes a time-out."""
    if seat is None:
        return "table"
    return "bot" if locked.holders[seat].bot_now else "person"


def _count(game: str, movers: list[str]) -> None:
    for mover in movers:
        metrics.MOVES.labels(game, mover).inc()
        log.debug("a move was made by a %s", mover, extra={"game": game})


def _save(work: Work, live: LiveRound) -> list[tuple[int, str, int]]:
    locked = work.locked
    return save_round.save(
        locked,
        entries=pending.pending_entries(locked, live),
        keys=work.keys,
        ended=pending.ended_orders(locked, live),
        arrived=work.arrived,
    )
