"""Reading matches: the table as the server knows it, and who may look at it.

A `Table` is the server's. What a viewer gets is made from it by `matches.present.board`, through
`table.view` and the events' audiences, and by nothing else.
"""

from __future__ import annotations

import uuid
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db import connection
from django.db.models import Prefetch

from core import clock
from core.refusals import Refused, refuse
from games.kernel.contract import Event, Meta, OptionValue, Outcome, Seat, Standing, Target
from matches import models
from matches.models.occupancy import Counted, Occupant, are_deserted
from matches.table import catalogue, live_round, look, rounds
from matches.table.clocks import ClockPauses
from matches.table.history import Happened, History
from matches.table.rows import decode


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
class ArbiterView:
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
    """What counts when the match is over (`matches.table.results`)."""
    arbiters: list[ArbiterView]
    occasion: dict[str, Any]
    """What it is played for (`matches.present.occasion`)."""
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
        """This user, if the table knows them otherwise than by a seat that they hold.

        As its host, as somebody sent away, or because a seat is kept for them.
        """
        known = {self.host_id, *self.dismissed, *(seat.kept_for_id for seat in self.seats)}
        return user_id if user_id in known else None

    def events(self) -> Iterator[Event]:
        """All events of the round so far."""
        return self.history.events()

    def is_later_than(self, other: Table) -> bool:
        """Whether this is a later look at the same match."""
        return (self.round_number, self.version) > (other.round_number, other.version)


def table(match_id: uuid.UUID, number: int | None = None) -> Table:
    """A match with its present round, or a given one, and what happened in it.

    One statement, so that all of it is of one moment. What this process knows already of the
    present round is not fetched again: the log only grows.

    Raises:
        Refused: `no_match`, `no_round`.
    """
    known = _known.get(match_id) if number is None else None
    row = look.find(
        match_id,
        number,
        known=None if known is None else known.round_id,
        version=0 if known is None else known.version,
    )
    if row is None:
        raise _missing(match_id, number)
    found = _table(match_id, row, known)
    # What a transaction sees may never have happened for anybody else.
    if number is None and found.live is not None and not connection.in_atomic_block:
        _known.keep(match_id, found)
    return found


def table_of_round(round_id: int) -> Table:
    """A match with the round of this id, also one that is not the present one."""
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


def _table(match_id: uuid.UUID, row: look.Row, known: Table | None) -> Table:
    now_ms = clock.from_database(row.now_ms)
    pauses = ClockPauses.read(decode(row.clocks, dict[str, Any]), now_ms)
    pace = decode(row.pace, dict[str, int])
    live, history = None, History()
    if row.state is not None:
        live = live_round.load_round(
            row.rules_id,
            row.state,
            rounds.key_of(row.seed, decode(row.nonces, list[str])),
            row.drawn,
            pace,
            row.version,
            row.at_ms,
            pauses,
            row.undo,
        )
        happened = decode(row.moves, list[Happened], empty="[]")
        if row.opening is not None and row.dealt_at_ms is not None:
            opening = decode(row.opening, tuple[Event, ...])
            history = History([Happened(0, row.dealt_at_ms, opening), *happened])
        elif known is not None:
            history = History(happened, before=known.history)
    return Table(
        match_id=match_id,
        meta=catalogue.game_of(row.game).meta,
        status=row.status,
        host_id=row.host_id,
        public=row.public,
        rated=row.rated,
        talk=row.talk,
        quick=row.quick,
        invite=row.invite,
        tempo=row.tempo,
        pace=pace,
        changes=row.changes,
        rules_id=row.rules_id,
        dismissed=decode(row.dismissed, list[int]),
        rematch_id=row.rematch_id,
        target=decode(row.target, Target),
        earlier=decode(row.earlier, list[Outcome], empty="[]"),
        next=None if row.announced is None else decode(row.announced, Announced),
        seats=decode(row.seats, list[SeatView]),
        round_id=row.round_id,
        round_number=row.round_number,
        commitment=row.commitment,
        visible=decode(row.visible, list[int]),
        version=row.version,
        live=live,
        history=history,
        pauses=pauses,
        departures=decode(row.departures, list[Away], empty="[]"),
        corrections=decode(row.corrections, list[Corrected], empty="[]"),
        result=None if row.result is None else decode(row.result, Standing),
        arbiters=decode(row.arbiters, list[ArbiterView], empty="[]"),
        occasion=decode(row.occasion, dict[str, Any]),
        now_ms=now_ms,
    )


def may_watch(table: Table, user_id: int | None, invited: bool) -> bool:
    """Whether somebody may look at this table at all."""
    if table.public or table.seat_of(user_id) or table.kept_for(user_id):
        return True
    return invited and user_id not in table.dismissed
