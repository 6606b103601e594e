"""The position that a bot receives: the information of a person in its seat, as values."""

from __future__ import annotations

import uuid
from typing import Any, cast

import msgspec

from api.answers import Answer, Moment, moment_ms
from api.read.matches import Status
from core.refusals import Refused
from games.kernel.contract import Event, Outcome, Standing
from games.kernel.refusals import refusal
from matches.engine.view import information_for
from matches.store.snapshot import Table


class DeadlineOf(Answer, frozen=True, kw_only=True):
    """A deadline at which the server acts. `seat`: the seat that it applies to, null for all."""

    kind: str
    seat: int | None
    due: Moment


class NextRound(Answer, frozen=True, kw_only=True):
    """An announced round. `due`: the time of the deal even if a player is not ready; null: no such
    time.
    """

    round: int
    commitment: str
    due: Moment | None


class Position(Answer, frozen=True, kw_only=True, tag_field="type", tag="position"):
    """The current state of a match as one of its seats sees it.

    `version`: send it as `seen` with an action; it grows with every change that this seat can
    notice, also by more than one. `awaited`: true if the round waits for this seat. `observation`,
    `events` and `legal_actions` are defined by the game (`/games/{game}/schema`); for free input
    `legal_actions` are samples. `may_take_back`: true if `{"type": "take_back"}` is allowed, too.
    `events`: the events of the round that the seat has seen, from number `first` on; number 0 is
    the deal. `commitment`: to the round's seed, published before the deal; `next`: the announced
    round. `result`: of the match; null also for an aborted match. `bank_ms`: the rest of the seat's
    own time bank; `due` in `deadlines` already includes the time that it may use.
    """

    match: uuid.UUID
    game: str
    status: Status
    round: int
    seat: int
    version: int
    ready: bool
    paused: bool
    awaited: bool
    may_take_back: bool
    commitment: str
    observation: Any
    first: int
    events: list[Event]
    legal_actions: list[dict[str, Any]]
    deadlines: list[DeadlineOf]
    bank_ms: int
    outcome: Outcome | None
    """The outcome of the round, once it is over."""
    next: NextRound | None
    result: Standing | None


def position_of(table: Table, user_id: int, first: int = 0) -> Position:
    """Return the position of this user's seat, with its events from this number on.

    Raises:
        Refused: `not_seated`.
    """
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refused(refusal("not_seated"))
    live, upcoming = table.live, table.match.next_round
    seen = None if live is None else information_for(live, seat.number, table.events())
    goes_on = table.match.status == "running" and table.running is not None
    return Position(
        match=table.match_id,
        game=table.meta.slug,
        status=cast("Status", table.match.status),
        round=table.round_number,
        seat=seat.number,
        version=table.shown_version(seat.number),
        ready=seat.ready,
        paused=table.pauses.paused,
        awaited=goes_on and seen is not None and seat.number in seen.observation.awaited,
        may_take_back=goes_on and table.may_take_back_until(seat.number) is not None,
        commitment=table.commitment,
        observation=None if seen is None else seen.observation,
        first=first,
        events=[] if seen is None else list(seen.events[first:]),
        legal_actions=[msgspec.to_builtins(one) for one in seen.offers] if seen and goes_on else [],
        deadlines=[
            DeadlineOf(kind=one.kind, seat=one.seat, due=moment_ms(due))
            for due, one in (live.shown_deadlines(seat.number) if live and goes_on else ())
        ],
        bank_ms=live.clocks.left_ms(seat.number) if live and goes_on else 0,
        outcome=None if live is None else live.outcome,
        next=None
        if upcoming is None
        else NextRound(
            round=upcoming.number,
            commitment=upcoming.commitment,
            due=None if upcoming.due_ms is None else moment_ms(upcoming.due_ms),
        ),
        result=table.match.result,
    )
