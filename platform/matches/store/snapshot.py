"""A table as the server read it: a match with one of its rounds, its people and its events.

The table is for the server only. `matches.present.board` makes a viewer's part from it, and only
through `table.view` and the audiences of the events.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from core import clock
from games.kernel.contract import Event, Meta, OptionValue, Outcome, Seat, Standing, Target, Viewer
from matches.engine import catalogue, live_round, substitution
from matches.engine.clocks import ClockPauses
from matches.models.occupancy import Counted, Occupant, are_given_up
from matches.store.history import History


@dataclass(frozen=True, slots=True)
class SeatView(Occupant):
    """A seat and its present holder."""

    number: Seat
    user_id: int | None
    name: str
    """The name of the user, or of a bot that has its own."""
    is_guest: bool
    is_active: bool
    picture: str
    """The picture that the user chose; "" for none, and for bots."""
    epoch: int
    bot: str
    ready: bool
    acknowledged: int
    kept_for_id: int | None
    kept_for: str
    """The name of the user for whom this free seat is kept."""
    invite: str
    """The invitation to this free seat alone."""
    declared: dict[str, OptionValue]
    stand_in: str
    """The level of the bot that plays for the absent holder."""
    offer: str
    """The invitation to take over the seat in the meantime."""
    order: Sequence[str | int] | None
    """The holder's standing order, as name and `until`; visible only to the holder."""
    is_program: bool
    """True if a program plays there for its own account."""
    at_device_of_id: int | None
    """The user whose device the holder plays on, if several people share it."""
    returns_id: int | None
    """The user to whom the cards were dealt, who may take the seat back from the substitute."""
    missed: int
    """Number of consecutive decisions that the holder let time out; visible only to the holder."""
    reading_pace: int
    """As `accounts.models.User.reading_pace`; only the server may see it."""

    @property
    def reads(self) -> bool:
        """Return whether a person plays there now, rather than a program."""
        return self.is_person and not self.is_program


@dataclass(frozen=True, slots=True)
class Announced:
    """The next round, which is not dealt yet."""

    number: int
    commitment: str
    due_ms: int | None
    """Time at which it is dealt, in milliseconds, even if a seat is not ready."""


@dataclass(frozen=True, slots=True)
class Away:
    """A player who was away while the match ran (`models.Departure`), by name.

    `followed_by`: the user who took the seat over. None while a bot plays, or if the holder came
    back from one.
    """

    why: str
    seat: Seat
    back_at: str | None
    name: str
    followed_by: str | None
    agreed: tuple[int, ...]
    asked_at: datetime | None
    objected: bool

    @property
    def goes_on(self) -> bool:
        """Return whether the player is away now, and a bot plays."""
        return self.back_at is None and self.followed_by is None


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction (`models.Correction`) as the table's page shows it; `undone` is "" if it is
    valid.
    """

    kind: str
    round: int | None
    changes: tuple[int, ...]
    reason: str
    undone: str


@dataclass(frozen=True, slots=True)
class ArbiterView:
    """A member of staff who sees all hands (`models.Arbiter`), or did, by name."""

    name: str
    is_here: bool


class MatchFacts(NamedTuple):
    """The facts of a match that its table holds.

    `matches.store.load_match` reads them, and `matches.store.recent_looks` keeps them.
    """

    match_id: uuid.UUID
    game: str
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
    target: Target
    rematch_id: uuid.UUID | None
    result: Standing | None
    """The result that counts once the match is over (`matches.store.results`)."""
    occasion: dict[str, Any]
    """The occasion of the match (`matches.present.occasion`)."""
    sealed_until: datetime | None
    """`models.Match.sealed_until`."""
    earlier: list[Outcome]
    """The outcomes of the rounds before this one."""
    next_round: Announced | None
    departures: list[Away]
    corrections: list[Corrected]
    arbiters: list[ArbiterView]


@dataclass(slots=True)
class Table(Counted):
    """A match with its present round: the one that was dealt last, until the next is dealt."""

    match: MatchFacts
    seats: list[SeatView]
    round_id: int
    round_number: int
    commitment: str
    visible: list[int]
    visible_before: list[int]
    """As `shared_sql.VISIBLE_BEFORE`."""
    version: int
    """The number of the round's last move."""
    live: live_round.LiveRound | None
    history: History
    pauses: ClockPauses
    now_ms: int
    """Time at which the table was read, in milliseconds."""

    @property
    def match_id(self) -> uuid.UUID:
        """Return the id of its match."""
        return self.match.match_id

    @property
    def meta(self) -> Meta:
        """Return the description of its game."""
        return catalogue.game_of(self.match.game).meta

    @property
    def changes(self) -> int:
        """Return how often the table itself changed; everyone sees these changes."""
        return self.match.changes

    @property
    def is_given_up(self) -> bool:
        """Return whether no person plays here any more; the match then ends unless a player comes
        back.
        """
        return are_given_up(self.seats, counts=substitution.counts_beyond_table(self.match))

    @property
    def is_sealed(self) -> bool:
        """Return whether its secrets are still closed and only its seats may see it."""
        return (
            self.match.sealed_until is not None
            and clock.as_datetime(self.now_ms) < self.match.sealed_until
        )

    @property
    def may_be_joined(self) -> bool:
        """Return whether a player is away now and a substitute may take the seat."""
        is_away = any(one.goes_on for one in self.match.departures)
        return is_away and not substitution.counts_beyond_table(self.match)

    def seat_of(self, user_id: int | None) -> SeatView | None:
        """Return the seat that this user holds now."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def is_lent_by(self, owner: SeatView | None) -> bool:
        """Return whether another player uses a device of this seat's holder."""
        return owner is not None and any(s.at_device_of_id == owner.user_id for s in self.seats)

    def kept_for(self, user_id: int | None) -> SeatView | None:
        """Return the seat that is kept for this user."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.kept_for_id == user_id), None)

    def returns(self, user_id: int | None) -> SeatView | None:
        """Return the seat that this user may take back from a substitute."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.returns_id == user_id), None)

    @property
    def running(self) -> int | None:
        """Return the number of the round that is dealt and not over."""
        return None if self.live is None or self.live.over else self.round_number

    @property
    def rounds_over(self) -> int:
        """Return the number of rounds that are over."""
        return self.round_number - (self.live is None or not self.live.over)

    @property
    def known_users(self) -> set[int | None]:
        """Return the users whom the table knows by something other than a seat that they hold.

        They may be its host, a user who was sent away, or a user for whom a seat is kept or may be
        taken back.
        """
        known = {self.match.host_id, *self.match.dismissed}
        return known | {user for seat in self.seats for user in (seat.kept_for_id, seat.returns_id)}

    def events(self) -> Iterator[Event]:
        """Iterate over all events of the round so far."""
        return self.history.events()

    def may_take_back_until(self, viewer: Viewer) -> int | None:
        """Return until when this viewer may take back its move, in milliseconds; None if it may
        not.
        """
        until = None if self.live is None else self.live.undo_until_ms(viewer)
        return None if until is None or until <= self.now_ms else until

    def is_later_than(self, other: Table) -> bool:
        """Return whether this table is later than the other table of the same match."""
        return (self.round_number, self.version) > (other.round_number, other.version)

    def may_watch(self, user_id: int | None, invited: bool) -> bool:
        """Return whether this user may see the table at all; None is a visitor without an account.

        `invited`: the user followed an invitation to it.
        """
        if (
            self.match.public
            or self.seat_of(user_id)
            or self.kept_for(user_id)
            or self.returns(user_id)
        ):
            return True
        return invited and user_id not in self.match.dismissed and not self.is_sealed
