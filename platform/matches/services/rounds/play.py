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
from matches.requests import KEY, Wish
from matches.services.absence import abandonment, bot_takeover
from matches.services.rounds import contest
from matches.table import live_round, outbox, store, stored
from matches.topics import announce, announce_talk

RING = "matches.tasks.ring"
SOON_MS = 5_000
"""Deadlines this near are also rung by a task; for the others the sweep is soon enough."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a wish; the board has to be looked at anew in any case."""

    seat: Seat | None = None
    refusal: Refusal | None = None
    repeated: bool = False


def play(match_id: uuid.UUID, actor: Person | Bot, wish: Wish) -> Answer:
    """Let somebody act in the present round of a match.

    Time-outs that are due are applied first and stay, whatever becomes of the wish. Refusals are
    part of the answer; nothing else has changed then.
    """
    with transaction.atomic():
        # What is no key was used for nothing before, and need not fit into a query.
        file = store.lock(match_id, wish.key if KEY.fullmatch(wish.key) else "")
        if file is None:
            return Answer(refusal=refuse("not_found").refusal)
        if file.status == Match.Status.ABORTED:
            return Answer(refusal=refuse(_why_ended(file)).refusal)
        before = list(file.visible)
        if file.live is not None:
            catch_up(file, file.live)
        seat: Seat | None = None
        keys: dict[int, tuple[str, str]] = {}
        here: Seat | None = None
        try:
            seat = _whose(file, actor)
            repeated = _act(file, seat, actor, wish, keys)
            here = seat if isinstance(actor, Person) and not repeated else None
            answer = Answer(seat=seat, repeated=repeated)
        except Refused as refused:
            answer = Answer(seat=seat, refusal=refused.refusal)
        _finish(file, before, keys, here)
    return answer


def _why_ended(file: store.File) -> str:
    """Why nobody can act at a table that was given up."""
    if not file.dealt:
        return "table_cleared"
    return "deserted" if file.is_deserted else "stopped"


def apply_due(match_id: uuid.UUID) -> bool:
    """Apply the time-outs that are due in the present round; whether there were any.

    Where there is none, what was written down about them is corrected: other time counts now.
    """
    with transaction.atomic():
        file = store.lock(match_id)
        if file is None or file.live is None or file.live.over:
            return False
        if file.status != Match.Status.RUNNING:
            return False
        before = list(file.visible)
        catch_up(file, file.live)
        if file.live.new:
            _finish(file, before, {})
        else:
            _store(file)
        return bool(file.live.new)


def catch_up(file: store.File, live: live_round.LiveRound) -> None:
    """Apply the time-outs that are due, but for those before which the house owed a seat its turn.

    What the house is late with costs no seat anything: a bot or a standing order is asked first.
    If that fails again and again the time-out counts all the same, so that no match stands still.
    """

    def waits(deadline: Deadline, due_ms: int) -> bool:
        if due_ms > file.now_ms or live.over:
            return False
        pressed = [
            holder
            for holder in file.holders
            if deadline.seat in (None, holder.number) and deadline.visible_to(holder.number)
        ]
        if any(_is_owed(holder, due_ms) for holder in pressed):
            return True
        # What begins with time-outs applied just now nobody was asked yet.
        seats = {holder.number for holder in pressed}
        acts = _acts(file, live) if live.new and not file.stops.paused else []
        return any(row.seat in seats and row.due_ms < due_ms for row in acts)

    live.catch_up(file.now_ms, waits)


def _is_owed(holder: store.Holder, due_ms: int) -> bool:
    """Whether the house was to act for this seat before then, and has not failed to."""
    if holder.owed is None:
        return False
    acts_ms, tries = holder.owed
    return tries < outbox.TRIES and (tries > 0 or acts_ms < due_ms)


def attend(match_id: uuid.UUID) -> None:
    """Owe what the present round owes now that somebody else plays one of its seats."""
    with transaction.atomic():
        file = store.lock(match_id)
        if file is not None and file.live is not None and file.status == Match.Status.RUNNING:
            _store(file, arrived=True)


def _whose(file: store.File, actor: Person | Bot) -> Seat:
    """The seat that this actor holds now.

    Raises:
        Refused: `not_seated`, `revoked` (hand-over, ban, sign-out or new password since).
    """
    if isinstance(actor, Bot):
        if not file.holders[actor.seat].bot_now:
            raise Refused(game_refusal("not_seated"))
        return actor.seat
    for holder in file.holders:
        if actor.user_id is not None and holder.user_id == actor.user_id:
            if holder.epoch != actor.epoch or not holder.is_active:
                raise refuse("revoked")
            return holder.number
    raise Refused(game_refusal("not_seated"))


def _act(
    file: store.File,
    seat: Seat,
    actor: Person | Bot,
    wish: Wish,
    keys: dict[int, tuple[str, str]],
) -> bool:
    """Do it, or find that it was done; True if it was done before.

    Raises:
        Refused: with the reason.
    """
    if not KEY.fullmatch(wish.key):
        raise refuse("key_missing")
    live = file.live
    if live is None:
        raise refuse("not_dealt")
    used = file.holders[seat].used
    if used is not None:
        if used[1] != wish.digest:
            raise refuse("key_reused")
        return True
    if file.stops.paused:
        raise refuse("paused")
    action = live.read_action(seat, wish.action, wish.picks)
    # An action that names what it answers to (`seq`) is judged by that, not by the version.
    if getattr(action, "seq", None) is None and wish.seen != _shown(file, seat):
        raise Refused(game_refusal("stale"))
    live.act(seat, action, file.now_ms)
    keys[live.version] = (wish.key, wish.digest)
    return False


def _shown(file: store.File, seat: Seat) -> int:
    """The version that the seat's page must show, time-outs applied just now included."""
    assert file.live is not None
    visible = file.visible
    for move in file.live.new:
        visible = store.count_visible(visible, move.events)
    return file.changes + visible[seat + 1]


def _finish(
    file: store.File,
    before: list[int],
    keys: Mapping[int, tuple[str, str]],
    here: Seat | None = None,
) -> None:
    """Store what is new, if anything is, and tell the world after the commit.

    `here`: the seat whose holder has just acted, or had left word to.
    """
    live = file.live
    if live is None or not live.new:
        return
    ends = here is None and not live.over and abandonment.is_given_up(file)
    changed = bot_takeover.reckon(file, here)
    if changed:
        live.clocks.stops = store.whose_time(file)
    changed = changed or ends
    rows = _save(file, keys)
    if ends:
        abandonment.end(file.match_id)
    else:
        after_commit(wake, file, rows)
    viewers = [i for i, count in enumerate(file.visible) if changed or count != before[i]]
    everyone = len(viewers) == len(before)
    players = [h.user_id for h in file.holders if h.user_id and h.number + 1 in viewers]
    after_commit(announce, file.match_id, None if everyone else viewers, players)
    if live.over:  # what the spectators said meanwhile
        after_commit(announce_talk, file.match_id)


def _store(file: store.File, *, arrived: bool = False) -> None:
    after_commit(wake, file, _save(file, {}, arrived=arrived))


def _save(
    file: store.File, keys: Mapping[int, tuple[str, str]], *, arrived: bool = False
) -> list[tuple[int, str, int]]:
    live = file.live
    assert live is not None
    ended = [holder.number for holder in file.holders if standing(file, live, holder) is None]
    return store.save(file, owed=owed(file, live), keys=keys, ended=ended, arrived=arrived)


def owed(file: store.File, live: live_round.LiveRound) -> list[store.Owed]:
    """What the round owes now: its settling, or the turn of each bot that may act, and of who has
    left word; and records.

    Where no person plays any more the bots wait until somebody comes back (`abandonment`).
    """
    facts = contest.noted(file, live)
    records = [store.Owed(outbox.CONTESTED, None, file.now_ms, facts)] if facts else []
    if live.over:
        return [store.Owed(outbox.ROUND_FINISHED, None, file.now_ms), *records]
    if file.stops.paused:
        return records
    return [*_acts(file, live), *records]


def _acts(file: store.File, live: live_round.LiveRound) -> list[store.Owed]:
    """When the house acts for the seats that it plays for, and looks at standing orders."""
    luck = f"{file.match_id}/{file.number}"
    levels = {holder.number: holder.bot_now for holder in file.holders}
    bots = {} if file.is_deserted else {seat: bot for seat, bot in levels.items() if bot}
    turns = [
        store.Owed(outbox.BOT_TURN, seat, live.acts_at_ms(seat, bots[seat], luck, file.now_ms))
        for seat in live.able(bots)
    ]
    return [*turns, *ordered(file, live)]


def ordered(file: store.File, live: live_round.LiveRound) -> list[store.Owed]:
    """When each standing order is looked at whose seat may act, whether it applies or not."""
    given = [h.number for h in file.holders if standing(file, live, h) is not None]
    moments = [(seat, moment(file, live, seat)) for seat in given]
    return [store.Owed(outbox.ORDER, seat, due) for seat, due in moments if due is not None]


def moment(file: store.File, live: live_round.LiveRound, seat: Seat) -> int | None:
    """When a person in this seat might act, whatever it holds; None: it may not.

    As soon as a bot would, and where there are days not always at once. Nobody can work it out.
    """
    if not live.able((seat,)):
        return None
    text = f"{file.match_id}/{file.number}/{seat}"
    luck = salted_hmac("order", text, algorithm="sha256").hexdigest()
    acts_ms = live.acts_at_ms(seat, "", luck, file.now_ms)
    for _, deadline in live.deadlines():
        if deadline.seat == seat:
            digest = hashlib.sha256(f"{luck}/{deadline.since_ms}".encode()).digest()
            spread_ms = live.clocks.limit_ms(deadline) // 100
            return acts_ms + int.from_bytes(digest[:8], "big") % (spread_ms + 1)
    return acts_ms


def standing(file: store.File, live: live_round.LiveRound, holder: store.Holder) -> Order | None:
    """The order of this seat that counts still; who takes a move back decides anew.

    Who let time run out may be away: what was left word of must not hide that from `stand_in`.
    """
    seat = holder.number
    if holder.stand_in or any(seat in late.asked for late in live.late.values()):
        return None
    if any(move.seat == seat and isinstance(move.action, TakeBack) for move in live.new):
        return None
    return live.order(seat, holder.order)


def obey(match_id: uuid.UUID, round_id: int, seat: Seat) -> None:
    """Let a seat do what its standing order says, if that is anything now: its own move."""
    with transaction.atomic():
        file = store.lock(match_id)
        if file is None or file.live is None or file.round_id != round_id or file.stops.paused:
            return
        before = list(file.visible)
        live = file.live
        catch_up(file, live)
        order = standing(file, live, file.holders[seat])
        action = None if order is None else live.answer(seat, order)
        keys: dict[int, tuple[str, str]] = {}
        here: Seat | None = None
        if action is not None:
            live.clocks.spare(seat)
            live.act(seat, action, file.now_ms)
            keys[live.version] = (uuid.uuid4().hex, Wish(stored.to_json(action)).digest)
            here = seat  # as if by hand, else the count of what was missed would tell
        _finish(file, before, keys, here)


def wake(file: store.File, rows: list[tuple[int, str, int]]) -> None:
    """After the commit: send for what is owed, and ring deadlines that are near."""
    outbox.send(rows, file.now_ms)
    assert file.live is not None
    near = [due for due, _ in file.live.deadlines() if due - file.now_ms <= SOON_MS]
    if near:
        wait = max(0, min(near) - file.now_ms) / 1000
        current_app.send_task(RING, args=[str(file.match_id)], countdown=wait, retry=False)
