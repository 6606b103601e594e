"""A table as the server read it: a match with one of its rounds, who sits there, what happened.

It is the server's. What a viewer gets is made from it by `matches.present.board`, through
`table.view` and the events' audiences, and by nothing else.
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
    is_program: bool
    """Whether a program plays there for its own account."""
    at_device_of_id: int | None
    """The user with whose device its holder plays, where several do with one."""
    returns_id: int | None
    """The user to whom it was dealt, who may take it back from the substitute."""
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

    `followed_by`: who took the seat over, None while a bot plays or the holder came back from one.
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
        """Whether they are away now, and a bot plays."""
        return self.back_at is None and self.followed_by is None


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


class MatchFacts(NamedTuple):
    """The facts of a match that its table holds: they change only when the match's own row does.

    How they are read stands in `matches.store.load_match`, and what rests on that in
    `matches.store.recent_looks`.
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
    """What counts when the match is over (`matches.store.results`)."""
    occasion: dict[str, Any]
    """What it is played for (`matches.present.occasion`)."""
    sealed_until: datetime | None
    """`models.Match.sealed_until`."""
    earlier: list[Outcome]
    """How the rounds before this one ended."""
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
    version: int
    """The number of the round's last move."""
    live: live_round.LiveRound | None
    history: History
    pauses: ClockPauses
    now_ms: int
    """When this was looked up."""

    @property
    def match_id(self) -> uuid.UUID:
        """The id of its match."""
        return self.match.match_id

    @property
    def meta(self) -> Meta:
        """The description of its game."""
        return catalogue.game_of(self.match.game).meta

    @property
    def changes(self) -> int:
        """How often the table itself changed, which everybody sees."""
        return self.match.changes

    @property
    def is_given_up(self) -> bool:
        """Whether no person plays here any more, and for that reason it ends, if nobody comes back."""
        return are_given_up(self.seats, counts=substitution.counts_beyond_table(self.match))

    @property
    def is_sealed(self) -> bool:
        """Whether its secrets open to nobody yet, and it is for the eyes of its seats alone."""
        return (
            self.match.sealed_until is not None
            and clock.as_datetime(self.now_ms) < self.match.sealed_until
        )

    @property
    def may_be_joined(self) -> bool:
        """Whether somebody is away now in whose seat a substitute may come to sit."""
        is_away = any(one.goes_on for one in self.match.departures)
        return is_away and not substitution.counts_beyond_table(self.match)

    def seat_of(self, user_id: int | None) -> SeatView | None:
        """The seat that this user holds now."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def is_lent_by(self, owner: SeatView | None) -> bool:
        """Whether somebody plays with a device of this seat's holder."""
        return owner is not None and any(s.at_device_of_id == owner.user_id for s in self.seats)

    def kept_for(self, user_id: int | None) -> SeatView | None:
        """The seat that is kept for this user."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.kept_for_id == user_id), None)

    def returns(self, user_id: int | None) -> SeatView | None:
        """The seat that this user may take back from a substitute."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.returns_id == user_id), None)

    @property
    def running(self) -> int | None:
        """The number of the round that is dealt and not over."""
        return None if self.live is None or self.live.over else self.round_number

    @property
    def rounds_over(self) -> int:
        """How many rounds are over."""
        return self.round_number - (self.live is None or not self.live.over)

    def user_known(self, user_id: int | None) -> int | None:
        """This user, if the table knows them otherwise than by a seat that they hold.

        As its host, as somebody sent away, or because a seat is kept for them or theirs to take back.
        """
        known = {self.match.host_id, *self.match.dismissed}
        known |= {user for seat in self.seats for user in (seat.kept_for_id, seat.returns_id)}
        return user_id if user_id in known else None

    def events(self) -> Iterator[Event]:
        """All events of the round so far."""
        return self.history.events()

    def may_take_back_until(self, viewer: Viewer) -> int | None:
        """Until when this viewer may take its move back, in milliseconds; None if it may not."""
        until = None if self.live is None else self.live.undo_until_ms(viewer)
        return None if until is None or until <= self.now_ms else until

    def is_later_than(self, other: Table) -> bool:
        """Whether this is a later look at the same match."""
        return (self.round_number, self.version) > (other.round_number, other.version)

    def may_watch(self, user_id: int | None, invited: bool) -> bool:
        """Whether this user, or somebody without an account (None), may look at it at all.

        `invited`: they came by an invitation to it.
        """
        if (
            self.match.public
            or self.seat_of(user_id)
            or self.kept_for(user_id)
            or self.returns(user_id)
        ):
            return True
        return invited and user_id not in self.match.dismissed and not self.is_sealed
