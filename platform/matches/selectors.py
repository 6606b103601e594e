"""Reading matches: the table as the server knows it, and who may look at it.

A `Table` is the server's. What a viewer gets is made from it by `matches.present.board`, through
`table.view` and the events' audiences, and by nothing else.
"""

from __future__ import annotations

import uuid
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Prefetch

from core import clock
from core.refusals import Refused, refuse
from games.kernel.contract import Event, Meta, OptionValue, Outcome, Seat, Standing, Target
from matches import models
from matches.occupancy import Counted, Occupant, are_deserted
from matches.table import catalogue, live_round, rounds, stored
from matches.table.clocks import ClockPauses
from matches.table.history import Happened, History
from matches.table.outbox import NEXT_ROUND
from matches.table.store import CLOCKS, loads


@dataclass(frozen=True, slots=True)
class SeatView(Occupant):
    """A seat and who holds it now."""

    number: Seat
    user_id: int | None
    name: str
    """Of the user; of a bot only where it has one of its own."""
    is_guest: bool
    is_active: bool
    epoch: int
    bot: str
    ready: bool
    acknowledged: int
    kept_for_id: int | None
    kept_for: str
    """The name of whom this free seat is kept for."""
    invite: str
    """The invitation to this free seat alone."""
    declared: dict[str, OptionValue]
    stand_in: str
    """The level of the bot that plays for the holder, who is away."""
    offer: str
    """The invitation to take the seat over meanwhile."""
    order: Sequence[str | int] | None
    """What its holder has left word to do, for no other eyes: an order's name and `until`."""
    missed: int
    """How many decisions in a row its holder let time run out for; for no other eyes either."""


@dataclass(frozen=True, slots=True)
class Announced:
    """The round after this one, which is not dealt yet."""

    number: int
    commitment: str
    due_ms: int | None
    """When it is dealt, whoever is not ready by then."""


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody who was away from the match while it ran (`models.Departure`), by name.

    `followed_by`: who has the seat now, None while a bot plays or the holder is back.
    """

    why: str
    back_at: str | None
    name: str
    followed_by: str | None


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction (`models.Correction`) as the table's page says it; not `undone`: ""."""

    kind: str
    round: int | None
    changes: tuple[int, ...]
    reason: str
    undone: str


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody of the staff who sees all hands (`models.Arbiter`), by name, or did."""

    name: str
    is_here: bool


@dataclass(slots=True)
class Table(Counted):
    """A match with its present round: the one that was dealt last, until the next is dealt."""

    match_id: uuid.UUID
    meta: Meta
    status: str
    host_id: int | None
    public: bool
    rated: bool
    talk: str
    """`matches.models.Match.Talk`."""
    quick: bool
    invite: str
    tempo: str
    pace: dict[str, int]
    """As `models.Match.pace`."""
    changes: int
    rules_id: int
    dismissed: list[int]
    rematch_id: uuid.UUID | None
    target: Target
    earlier: list[Outcome]
    """How the rounds before this one ended."""
    next: Announced | None
    seats: list[SeatView]
    round_id: int
    round_number: int
    commitment: str
    visible: list[int]
    version: int
    """The number of the round's last move."""
    live: live_round.LiveRound | None
    history: History
    pauses: ClockPauses
    departures: list[Away]
    corrections: list[Corrected]
    result: Standing | None
    """What counts when the match is over (`matches.results`)."""
    arbiters: list[Watcher]
    occasion: dict[str, Any]
    """What it is played for (`matches.occasion`)."""
    now_ms: int
    """When this was looked up."""

    @property
    def is_deserted(self) -> bool:
        """Whether no person plays here any more."""
        return are_deserted(self.seats)

    def seat_of(self, user_id: int | None) -> SeatView | None:
        """The seat that this user holds now."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def kept_for(self, user_id: int | None) -> SeatView | None:
        """The seat that is kept for this user."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.kept_for_id == user_id), None)

    @property
    def running(self) -> int | None:
        """The number of the round that is dealt and not over."""
        return None if self.live is None or self.live.over else self.round_number

    @property
    def rounds_over(self) -> int:
        """How many rounds are over."""
        return self.round_number - (self.live is None or not self.live.over)

    def known(self, user_id: int | None) -> int | None:
        """This user, if the table has anything to do with them but for a seat they hold."""
        known = {self.host_id, *self.dismissed, *(seat.kept_for_id for seat in self.seats)}
        return user_id if user_id in known else None

    def events(self) -> Iterator[Event]:
        """All events of the round so far."""
        return self.history.events()

    def is_later_than(self, other: Table) -> bool:
        """Whether this is a later look at the same match."""
        return (self.round_number, self.version) > (other.round_number, other.version)


_LOOK = f"""
SELECT {clock.NOW_SQL}, m.game, m.rules_id, m.status, m.host_id, m.public, m.quick, m.invite, m.tempo, m.pace, m.changes,
  m.dismissed, m.target, (SELECT a.id FROM matches_match a WHERE m.status = 'finished'
    AND a.rematch_of_id = m.id AND a.status <> 'aborted' LIMIT 1),
  r.id, r.number, r.commitment, r.visible, r.version, r.at_ms, r.seed, r.nonces, r.drawn,
  CASE WHEN r.start IS NOT NULL THEN r.state END,
  CASE WHEN r.id IS DISTINCT FROM %(known)s THEN r.start END,
  CASE WHEN r.id IS DISTINCT FROM %(known)s THEN r.opening END,
  (SELECT jsonb_agg(jsonb_build_array(s.number, s.user_id, coalesce(u.name, s.bot_name),
      coalesce(u.is_guest, false), coalesce(u.is_active, false), coalesce(u.epoch, 0), s.bot,
      s.ready, s.acknowledged, s.kept_for_id, coalesce(k.name, ''), coalesce(s.invite, ''),
      s.declared, s.stand_in, coalesce(s.offer, ''),
      CASE WHEN g.id IS NOT NULL THEN jsonb_build_array(g.name, g.until) END,
      s.missed) ORDER BY s.number)
    FROM matches_seat s LEFT JOIN accounts_user u ON u.id = s.user_id
    LEFT JOIN matches_standingorder g ON g.round_id = r.id AND g.seat = s.number
      AND g.user_id = s.user_id
    LEFT JOIN accounts_user k ON k.id = s.kept_for_id WHERE s.match_id = m.id),
  CASE WHEN r.number > 1 THEN (SELECT jsonb_agg(b.outcome ORDER BY b.number)
    FROM matches_round b WHERE b.match_id = m.id AND b.number < r.number) END,
  (SELECT jsonb_agg(jsonb_build_array(v.number, v.at_ms, v.events) ORDER BY v.number)
    FROM matches_move v WHERE v.round_id = r.id AND v.number <= r.version
    AND v.number > CASE WHEN r.id = %(known)s THEN %(version)s ELSE 0 END),
  CASE WHEN r.outcome IS NOT NULL THEN (SELECT jsonb_build_array(n.number, n.commitment, o.due_ms)
    FROM matches_round n LEFT JOIN matches_outbox o ON o.round_id = n.id AND o.kind = '{NEXT_ROUND}'
    WHERE n.match_id = m.id AND n.number = r.number + 1 AND n.start IS NULL) END, m.talk,
  (SELECT jsonb_agg(jsonb_build_array(d.why, d.back_at, g.name, f.name) ORDER BY d.id)
    FROM matches_departure d JOIN accounts_user g ON g.id = d.user_id
    LEFT JOIN accounts_user f ON f.id = d.followed_by_id WHERE d.match_id = m.id),
  {CLOCKS}, CASE WHEN r.start IS NOT NULL THEN r.undo ELSE '' END,
  (SELECT jsonb_agg(jsonb_build_array(c.kind, c.round, coalesce(c.facts->'changes', '[]'), c.reason,
      c.undone_reason) ORDER BY c.id) FROM matches_correction c WHERE c.match_id = m.id), m.result, m.rated,
  (SELECT jsonb_agg(jsonb_build_array(w.name, x.ended_at IS NULL) ORDER BY x.id)
    FROM matches_arbiter x JOIN accounts_user w ON w.id = x.user_id WHERE x.match_id = m.id), m.occasion
FROM matches_match m JOIN matches_round r ON r.match_id = m.id
"""
_NEWEST = """
WHERE m.id = %(match)s AND (r.number = 1 OR r.start IS NOT NULL) ORDER BY r.number DESC LIMIT 1
"""
_NUMBERED = "WHERE m.id = %(match)s AND r.number = %(number)s"


def table(match_id: uuid.UUID, number: int | None = None) -> Table:
    """A match with its present round, or a given one, and what happened in it.

    One statement, so that all of it is of one moment. What this process knows already of the
    present round is not fetched again: the log only grows.

    Raises:
        Refused: `no_match`, `no_round`.
    """
    known = _known.get(match_id) if number is None else None
    wanted = {
        "match": match_id,
        "number": number,
        "known": None if known is None else known.round_id,
        "version": 0 if known is None else known.version,
    }
    with connection.cursor() as cursor:
        cursor.execute(_LOOK + (_NEWEST if number is None else _NUMBERED), wanted)
        row = cursor.fetchone()
    if row is None:
        raise _missing(match_id, number)
    found = _table(match_id, row, known)
    # What a transaction sees may never have happened for anybody else.
    if number is None and found.live is not None and not connection.in_atomic_block:
        _known.keep(match_id, found)
    return found


def table_of_round(round_id: int) -> Table:
    """The same for a round by its id, also one that is not the present one."""
    match_id, number = models.Round.objects.values_list("match_id", "number").get(pk=round_id)
    return table(match_id, number)


def _missing(match_id: uuid.UUID, number: int | None) -> Refused:
    if number is None or not models.Match.objects.filter(pk=match_id).exists():
        return refuse("no_match")
    return refuse("no_round", number=number)


class Known:
    """The tables that this process looked at last."""

    MOST = 500

    def __init__(self) -> None:
        self._tables: OrderedDict[uuid.UUID, Table] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: uuid.UUID) -> Table | None:
        """The newest look at this match, if any."""
        return self._tables.get(match_id)

    def keep(self, match_id: uuid.UUID, table: Table) -> None:
        """Remember this look; the oldest one makes room."""
        with self._lock:
            before = self._tables.get(match_id)
            if before is not None and before.is_later_than(table):
                return
            self._tables[match_id] = table
            self._tables.move_to_end(match_id)
            if len(self._tables) > self.MOST:
                self._tables.popitem(last=False)


_known = Known()


def seats_with_users() -> Prefetch[str]:
    """The seats of matches in order, with their users."""
    return Prefetch(
        "seats", models.Seat.objects.select_related("user", "kept_for").order_by("number")
    )


def _table(match_id: uuid.UUID, row: tuple[Any, ...], known: Table | None) -> Table:
    (now, game, rules_id, status, host_id, public, quick, invite, tempo, pace, changes) = row[:11]
    dismissed, target, rematch_id = row[11:14]
    (round_id, round_number, commitment, visible, version, at_ms, seed, nonces, drawn) = row[14:23]
    state, start, opening, seats, earlier, moves, announced, talk = row[23:31]
    departures, raw_pauses, undo, corrections, result, rated, arbiters, occasion = row[31:]
    now_ms = clock.seen(now)
    pauses = ClockPauses.read(loads(raw_pauses), now_ms)
    paced = loads(pace)
    live, history = None, History()
    if state is not None:
        key = rounds.key_of(seed, loads(nonces))
        live = live_round.load_round(
            rules_id, state, key, drawn, paced, version, at_ms, pauses, undo
        )
        happened = [
            Happened(number, at, stored.events_of(events))
            for number, at, events in loads(moves) or ()
        ]
        if opening is not None:
            happened[:0] = [Happened(0, loads(start)["at_ms"], stored.events_of(loads(opening)))]
            history = History(happened)
        elif known is not None:
            history = History(happened, before=known.history)
    return Table(
        match_id=match_id,
        meta=catalogue.game_of(game).meta,
        status=status,
        host_id=host_id,
        public=public,
        rated=rated,
        talk=talk,
        quick=quick,
        invite=invite,
        tempo=tempo,
        pace=paced,
        changes=changes,
        rules_id=rules_id,
        dismissed=loads(dismissed),
        rematch_id=rematch_id,
        target=msgspec.convert(loads(target), Target),
        earlier=[stored.outcome_of(raw) for raw in loads(earlier) or ()],
        next=None if announced is None else Announced(*loads(announced)),
        seats=[_seat_view(*seat) for seat in loads(seats)],
        round_id=round_id,
        round_number=round_number,
        commitment=commitment,
        visible=loads(visible),
        version=version,
        live=live,
        history=history,
        pauses=pauses,
        departures=[Away(*columns) for columns in loads(departures) or ()],
        corrections=[
            Corrected(kind, number, tuple(changes), reason, undone)
            for kind, number, changes, reason, undone in loads(corrections) or ()
        ],
        result=None if result is None else stored.standing_of(loads(result)),
        arbiters=[Watcher(*columns) for columns in loads(arbiters) or ()],
        occasion=loads(occasion),
        now_ms=now_ms,
    )


def _seat_view(*columns: Any) -> SeatView:
    seat = SeatView(*columns)
    return replace(seat, ready=True) if seat.bot_now else seat


def may_watch(table: Table, user_id: int | None, invited: bool) -> bool:
    """Whether somebody may look at this table at all."""
    if table.public or table.seat_of(user_id) or table.kept_for(user_id):
        return True
    return invited and user_id not in table.dismissed
