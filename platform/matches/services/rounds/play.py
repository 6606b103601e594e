"""The one door: people, bots, deadlines and the API all play through here."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from celery import current_app
from django.db import transaction
from django.utils.crypto import salted_hmac

from core.commit import after_commit
from core.refusals import Refused, refuse
from games.kernel.contract import Deadline, Order, Refusal, Seat
from games.kernel.refusals import refuse as game_refusal
from games.kernel.session import TakeBack
from matches.actors import Bot, Person
from matches.models import Match
from matches.requests import KEY, ActionRequest
from matches.services.absence import abandonment, bot_takeover
from matches.services.rounds import contest
from matches.table import live_round, outbox, store, stored
from matches.topics import announce, announce_talk

RING = "matches.tasks.ring"
SOON_MS = 5_000
"""Deadlines this near are also rung by a task; for the others the sweep is soon enough."""


@dataclass(frozen=True, slots=True)
class PlayResult:
    """What came of a request; the board has to be looked at anew in any case."""

    seat: Seat | None = None
    refusal: Refusal | None = None
    repeated: bool = False


def play(match_id: uuid.UUID, actor: Person | Bot, request: ActionRequest) -> PlayResult:
    """Let somebody act in the present round of a match.

    Time-outs that are due are applied first and stay, whatever becomes of the request. Refusals are
    part of the answer; nothing else has changed then.
    """
    with transaction.atomic():
        # What is no key was used for nothing before, and need not fit into a query.
        locked = store.lock_round(match_id, request.key if KEY.fullmatch(request.key) else "")
        if locked is None:
            return PlayResult(refusal=refuse("not_found").refusal)
        if locked.status == Match.Status.ABORTED:
            return PlayResult(refusal=refuse(_why_ended(locked)).refusal)
        before = list(locked.visible)
        if locked.live is not None:
            catch_up(locked, locked.live)
        seat: Seat | None = None
        keys: dict[int, tuple[str, str]] = {}
        here: Seat | None = None
        try:
            seat = _whose(locked, actor)
            repeated = _act(locked, seat, actor, request, keys)
            here = seat if isinstance(actor, Person) and not repeated else None
            answer = PlayResult(seat=seat, repeated=repeated)
        except Refused as refused:
            answer = PlayResult(seat=seat, refusal=refused.refusal)
        _finish(locked, before, keys, here)
    return answer


def _why_ended(locked: store.LockedRound) -> str:
    """Why nobody can act at a table that was given up."""
    if not locked.dealt:
        return "table_cleared"
    return "deserted" if locked.is_deserted else "stopped"


def apply_due(match_id: uuid.UUID) -> bool:
    """Apply the time-outs that are due in the present round; whether there were any.

    Where there is none, what was written down about them is corrected: other time counts now.
    """
    with transaction.atomic():
        locked = store.lock_round(match_id)
        if locked is None or locked.live is None or locked.live.over:
            return False
        if locked.status != Match.Status.RUNNING:
            return False
        before = list(locked.visible)
        catch_up(locked, locked.live)
        if locked.live.new:
            _finish(locked, before, {})
        else:
            _store(locked)
        return bool(locked.live.new)


def catch_up(locked: store.LockedRound, live: live_round.LiveRound) -> None:
    """Apply the time-outs that are due, but for those before which the house owed a seat its turn.

    What the house is late with costs no seat anything: a bot or a standing order is asked first.
    If that fails again and again the time-out counts all the same, so that no match stands still.
    """

    def waits(deadline: Deadline, due_ms: int) -> bool:
        if due_ms > locked.now_ms or live.over:
            return False
        pressed = [
            holder
            for holder in locked.holders
            if deadline.seat in (None, holder.number) and deadline.visible_to(holder.number)
        ]
        if any(_is_pending(holder, due_ms) for holder in pressed):
            return True
        # What begins with time-outs applied just now nobody was asked yet.
        seats = {holder.number for holder in pressed}
        acts = _acts(locked, live) if live.new and not locked.pauses.paused else []
        return any(row.seat in seats and row.due_ms < due_ms for row in acts)

    live.catch_up(locked.now_ms, waits)


def _is_pending(holder: store.SeatHolder, due_ms: int) -> bool:
    """Whether the house was to act for this seat before then, and has not failed to."""
    if holder.pending is None:
        return False
    acts_ms, tries = holder.pending
    return tries < outbox.TRIES and (tries > 0 or acts_ms < due_ms)


def refresh_outbox(match_id: uuid.UUID) -> None:
    """Owe what the present round owes now that somebody else plays one of its seats."""
    with transaction.atomic():
        locked = store.lock_round(match_id)
        if locked is not None and locked.live is not None and locked.status == Match.Status.RUNNING:
            _store(locked, arrived=True)


def _whose(locked: store.LockedRound, actor: Person | Bot) -> Seat:
    """The seat that this actor holds now.

    Raises:
        Refused: `not_seated`, `revoked` (hand-over, ban, sign-out or new password since).
    """
    if isinstance(actor, Bot):
        if not locked.holders[actor.seat].bot_now:
            raise Refused(game_refusal("not_seated"))
        return actor.seat
    for holder in locked.holders:
        if actor.user_id is not None and holder.user_id == actor.user_id:
            if holder.epoch != actor.epoch or not holder.is_active:
                raise refuse("revoked")
            return holder.number
    raise Refused(game_refusal("not_seated"))


def _act(
    locked: store.LockedRound,
    seat: Seat,
    actor: Person | Bot,
    request: ActionRequest,
    keys: dict[int, tuple[str, str]],
) -> bool:
    """Do it, or find that it was done; True if it was done before.

    Raises:
        Refused: with the reason.
    """
    if not KEY.fullmatch(request.key):
        raise refuse("key_missing")
    live = locked.live
    if live is None:
        raise refuse("not_dealt")
    used = locked.holders[seat].used
    if used is not None:
        if used[1] != request.digest:
            raise refuse("key_reused")
        return True
    if locked.pauses.paused:
        raise refuse("paused")
    action = live.read_action(seat, request.action, request.picks)
    # An action that names what it answers to (`seq`) is judged by that, not by the version.
    if getattr(action, "seq", None) is None and request.seen != _shown(locked, seat):
        raise Refused(game_refusal("stale"))
    live.act(seat, action, locked.now_ms)
    keys[live.version] = (request.key, request.digest)
    return False


def _shown(locked: store.LockedRound, seat: Seat) -> int:
    """The version that the seat's page must show, time-outs applied just now included."""
    assert locked.live is not None
    visible = locked.visible
    for move in locked.live.new:
        visible = store.count_visible(visible, move.events)
    return locked.changes + visible[seat + 1]


def _finish(
    locked: store.LockedRound,
    before: list[int],
    keys: Mapping[int, tuple[str, str]],
    here: Seat | None = None,
) -> None:
    """Store what is new, if anything is, and tell the world after the commit.

    `here`: the seat whose holder has just acted, or had left word to.
    """
    live = locked.live
    if live is None or not live.new:
        return
    ends = here is None and not live.over and abandonment.is_abandoned(locked)
    changed = bot_takeover.count_missed(locked, here)
    if changed:
        live.clocks.pauses = store.load_clock_context(locked)
    changed = changed or ends
    rows = _save(locked, keys)
    if ends:
        abandonment.end_match(locked.match_id)
    else:
        after_commit(dispatch, locked, rows)
    viewers = [i for i, count in enumerate(locked.visible) if changed or count != before[i]]
    everyone = len(viewers) == len(before)
    players = [h.user_id for h in locked.holders if h.user_id and h.number + 1 in viewers]
    after_commit(announce, locked.match_id, None if everyone else viewers, players)
    if live.over:  # what the spectators said meanwhile
        after_commit(announce_talk, locked.match_id)


def _store(locked: store.LockedRound, *, arrived: bool = False) -> None:
    after_commit(dispatch, locked, _save(locked, {}, arrived=arrived))


def _save(
    locked: store.LockedRound, keys: Mapping[int, tuple[str, str]], *, arrived: bool = False
) -> list[tuple[int, str, int]]:
    live = locked.live
    assert live is not None
    ended = [holder.number for holder in locked.holders if standing(locked, live, holder) is None]
    return store.save(
        locked, entries=pending_entries(locked, live), keys=keys, ended=ended, arrived=arrived
    )


def pending_entries(
    locked: store.LockedRound, live: live_round.LiveRound
) -> list[store.OutboxEntry]:
    """What the round owes now: its settling, or the turn of each bot that may act, and of who has
    left word; and records.

    Where no person plays any more the bots wait until somebody comes back (`abandonment`).
    """
    facts = contest.disputes_ended(locked, live)
    records = [store.OutboxEntry(outbox.CONTESTED, None, locked.now_ms, facts)] if facts else []
    if live.over:
        return [store.OutboxEntry(outbox.ROUND_FINISHED, None, locked.now_ms), *records]
    if locked.pauses.paused:
        return records
    return [*_acts(locked, live), *records]


def _acts(locked: store.LockedRound, live: live_round.LiveRound) -> list[store.OutboxEntry]:
    """When the house acts for the seats that it plays for, and looks at standing orders."""
    luck = f"{locked.match_id}/{locked.number}"
    levels = {holder.number: holder.bot_now for holder in locked.holders}
    bots = {} if locked.is_deserted else {seat: bot for seat, bot in levels.items() if bot}
    turns = [
        store.OutboxEntry(
            outbox.BOT_TURN, seat, live.acts_at_ms(seat, bots[seat], luck, locked.now_ms)
        )
        for seat in live.able(bots)
    ]
    return [*turns, *ordered(locked, live)]


def ordered(locked: store.LockedRound, live: live_round.LiveRound) -> list[store.OutboxEntry]:
    """When each standing order is looked at whose seat may act, whether it applies or not."""
    given = [h.number for h in locked.holders if standing(locked, live, h) is not None]
    moments = [(seat, moment(locked, live, seat)) for seat in given]
    return [store.OutboxEntry(outbox.ORDER, seat, due) for seat, due in moments if due is not None]


def moment(locked: store.LockedRound, live: live_round.LiveRound, seat: Seat) -> int | None:
    """When a person in this seat might act, whatever it holds; None: it may not.

    As soon as a bot would, and where there are days not always at once. Nobody can work it out.
    """
    if not live.able((seat,)):
        return None
    text = f"{locked.match_id}/{locked.number}/{seat}"
    luck = salted_hmac("order", text, algorithm="sha256").hexdigest()
    acts_ms = live.acts_at_ms(seat, "", luck, locked.now_ms)
    for _, deadline in live.deadlines():
        if deadline.seat == seat:
            digest = hashlib.sha256(f"{luck}/{deadline.since_ms}".encode()).digest()
            spread_ms = live.clocks.limit_ms(deadline) // 100
            return acts_ms + int.from_bytes(digest[:8], "big") % (spread_ms + 1)
    return acts_ms


def standing(
    locked: store.LockedRound, live: live_round.LiveRound, holder: store.SeatHolder
) -> Order | None:
    """The order of this seat that counts still; who takes a move back decides anew.

    Who let time run out may be away: what was left word of must not hide that from `stand_in`.
    """
    seat = holder.number
    if holder.stand_in or any(seat in late.asked for late in live.late.values()):
        return None
    if any(move.seat == seat and isinstance(move.action, TakeBack) for move in live.new):
        return None
    return live.order(seat, holder.order)


def play_standing_order(match_id: uuid.UUID, round_id: int, seat: Seat) -> None:
    """Let a seat do what its standing order says, if that is anything now: its own move."""
    with transaction.atomic():
        locked = store.lock_round(match_id)
        if (
            locked is None
            or locked.live is None
            or locked.round_id != round_id
            or locked.pauses.paused
        ):
            return
        before = list(locked.visible)
        live = locked.live
        catch_up(locked, live)
        order = standing(locked, live, locked.holders[seat])
        action = None if order is None else live.answer(seat, order)
        keys: dict[int, tuple[str, str]] = {}
        here: Seat | None = None
        if action is not None:
            live.clocks.spare(seat)
            live.act(seat, action, locked.now_ms)
            keys[live.version] = (uuid.uuid4().hex, ActionRequest(stored.to_json(action)).digest)
            here = seat  # as if by hand, else the count of what was missed would tell
        _finish(locked, before, keys, here)


def dispatch(locked: store.LockedRound, rows: list[tuple[int, str, int]]) -> None:
    """After the commit: send for what is owed, and ring deadlines that are near."""
    outbox.send(rows, locked.now_ms)
    assert locked.live is not None
    near = [due for due, _ in locked.live.deadlines() if due - locked.now_ms <= SOON_MS]
    if near:
        wait = max(0, min(near) - locked.now_ms) / 1000
        current_app.send_task(RING, args=[str(locked.match_id)], countdown=wait, retry=False)
