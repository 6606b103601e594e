"""Reading matches: the table as the server knows it, and who may look at it.

A `Table` is the server's. What a viewer gets is made from it by `matches.board`, through
`engine.view` and the events' audiences, and by nothing else.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec
from django.db.models import Prefetch, Q

from core.refusals import refuse
from games.kernel.contract import Event, Meta, OptionValue, Outcome, Seat, Target, Viewer
from matches import engine, models


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat and who holds it now."""

    number: Seat
    user_id: int | None
    name: str
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

    @property
    def is_empty(self) -> bool:
        return self.user_id is None and not self.bot


@dataclass(frozen=True, slots=True)
class Happened:
    """A move's events, or the deal's (number 0)."""

    number: int
    at_ms: int
    events: tuple[Event, ...]

    def seen_by(self, viewer: Viewer) -> bool:
        return any(event.visible_to(viewer) for event in self.events)


@dataclass(slots=True)
class Table:
    """A match with its present round."""

    match_id: uuid.UUID
    meta: Meta
    status: str
    host_id: int | None
    public: bool
    quick: bool
    invite: str
    tempo: str
    changes: int
    rules_id: int
    dismissed: list[int]
    rematch_id: uuid.UUID | None
    target: Target
    earlier: list[Outcome]
    """How the rounds before this one ended."""
    seats: list[Sitting]
    round_id: int
    round_number: int
    commitment: str
    visible: list[int]
    desk: engine.Desk | None
    history: list[Happened] = field(default_factory=list)

    def shown(self, viewer: Viewer) -> int:
        """The version that a page of this viewer shows."""
        return self.changes + self.visible[0 if viewer is None else viewer + 1]

    def seat_of(self, user_id: int | None) -> Sitting | None:
        """The seat that this user holds now."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def kept_for(self, user_id: int | None) -> Sitting | None:
        """The seat that is kept for this user."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.kept_for_id == user_id), None)

    def known(self, user_id: int | None) -> int | None:
        """This user, if the table has anything to do with them but for a seat they hold."""
        known = {self.host_id, *self.dismissed, *(seat.kept_for_id for seat in self.seats)}
        return user_id if user_id in known else None

    def events(self) -> Iterator[Event]:
        """All events of the round so far."""
        for happened in self.history:
            yield from happened.events

    def seen_since(self, viewer: Viewer, count: int) -> Iterator[Event]:
        """What this viewer could see after its first `count` visible changes."""
        seen = [happened for happened in self.history if happened.seen_by(viewer)]
        total = self.visible[0 if viewer is None else viewer + 1]
        for position, happened in enumerate(seen, total - len(seen) + 1):
            if position > count:
                yield from (event for event in happened.events if event.visible_to(viewer))


def table(match_id: uuid.UUID, number: int | None = None) -> Table:
    """A match with its present round, or a given one, and what happened in it: four queries.

    Raises:
        Refused: `no_match`, `no_round`.
    """
    match = models.Match.objects.filter(pk=match_id).prefetch_related(sittings()).first()
    if match is None:
        raise refuse("no_match")
    rounds = match.rounds.order_by("-number")
    round_ = (rounds if number is None else rounds.filter(number=number)).first()
    if round_ is None:
        raise refuse("no_round", number=number or 0)
    return _table(match, round_)


def table_of_round(round_id: int) -> Table:
    """The same for a given round, also one that is not the present one."""
    round_ = models.Round.objects.select_related("match").get(pk=round_id)
    match = models.Match.objects.prefetch_related(sittings()).get(pk=round_.match_id)
    return _table(match, round_)


def sittings() -> Prefetch[str]:
    """The seats of matches in order, with their users."""
    return Prefetch(
        "seats", models.Seat.objects.select_related("user", "kept_for").order_by("number")
    )


def _table(match: models.Match, round_: models.Round) -> Table:
    desk = None
    history: list[Happened] = []
    if round_.start is not None:
        desk = engine.open_desk(
            match.rules_id,
            round_.state,
            engine.key_of(round_.seed, round_.nonces),
            round_.drawn,
            match.pace,
            round_.version,
            round_.at_ms,
        )
        history.append(Happened(0, round_.start["at_ms"], engine.events_of(round_.opening)))
        # Only the moves up to the snapshot: one made since belongs to the next look.
        moves = round_.moves.filter(number__lte=round_.version).order_by("number")
        for number, at_ms, events in moves.values_list("number", "at_ms", "events"):
            history.append(Happened(number, at_ms, engine.events_of(events)))
    return Table(
        match_id=match.pk,
        meta=engine.game_of(match.game).meta,
        status=match.status,
        host_id=match.host_id,
        public=match.public,
        quick=match.quick,
        invite=match.invite,
        tempo=match.tempo,
        changes=match.changes,
        rules_id=match.rules_id,
        dismissed=match.dismissed,
        rematch_id=_rematch_of(match),
        target=msgspec.convert(match.target, Target),
        earlier=_earlier(round_),
        seats=[_sitting(seat) for seat in match.seats.all()],
        round_id=round_.pk,
        round_number=round_.number,
        commitment=round_.commitment,
        visible=round_.visible,
        desk=desk,
        history=history,
    )


def _sitting(seat: models.Seat) -> Sitting:
    user = seat.user
    return Sitting(
        number=seat.number,
        user_id=seat.user_id,
        name="" if user is None else user.name,
        is_guest=user is not None and user.is_guest,
        is_active=user is not None and user.is_active,
        epoch=0 if user is None else user.epoch,
        bot=seat.bot,
        ready=seat.ready or bool(seat.bot),
        acknowledged=seat.acknowledged,
        kept_for_id=seat.kept_for_id,
        kept_for="" if seat.kept_for is None else seat.kept_for.name,
        invite=seat.invite or "",
        declared=seat.declared,
    )


def _earlier(round_: models.Round) -> list[Outcome]:
    if round_.number == 1:
        return []
    before = models.Round.objects.filter(match_id=round_.match_id, number__lt=round_.number)
    return [
        engine.outcome_of(raw)
        for raw in before.order_by("number").values_list("outcome", flat=True)
    ]


def _rematch_of(match: models.Match) -> uuid.UUID | None:
    """The rematch that is on, one query; only a match that is over can have one."""
    if match.status != models.Match.Status.FINISHED:
        return None
    again = models.Match.objects.filter(rematch_of=match)
    return again.exclude(status=models.Match.Status.ABORTED).values_list("pk", flat=True).first()


def may_watch(table: Table, user_id: int | None, invited: bool) -> bool:
    """Whether somebody may look at this table at all."""
    if table.public or table.seat_of(user_id) or table.kept_for(user_id):
        return True
    return invited and user_id not in table.dismissed


def invited_to(token: str) -> models.Match:
    """The match of an invitation to it or to one of its seats.

    Raises:
        Refused: `not_found` (no such invitation), `table_cleared`, `expired` (the match is over).
    """
    single = models.Seat.objects.filter(invite=token).values("match")
    wanted = Q(invite=token) | Q(pk__in=single)
    match = models.Match.objects.filter(wanted).prefetch_related(sittings()).first()
    if match is None:
        raise refuse("not_found")
    if match.status == models.Match.Status.ABORTED:
        raise refuse("table_cleared")
    if match.status == models.Match.Status.FINISHED:
        raise refuse("expired")
    return match
