"""Continue from any move of a finished round: the same cards, against bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction
from msgspec import structs

from accounts.models import User
from core import clock
from core.refusals import refused
from games.kernel.contract import Event, Seat, Start, Target
from matches.engine import catalogue, replay, stored_values, tempos
from matches.engine.clocks import UNTIMED
from matches.models import Match, Move, Round
from matches.models import Seat as SeatRow
from matches.services.rounds import start
from matches.services.seating.tables import Bot, create_match, new_seats
from matches.store import save_round

ONE_ROUND = Target(rounds=1)


@transaction.atomic
def play_on(
    round_: Round, move: int, user: User, seat: Seat, level: str, occasion: dict[str, Any]
) -> Match:
    """Begin a match of this user at this seat, against bots, with the round's state after this
    move.

    The log until then becomes the new round's own, with times shifted to end now. It can
    therefore be replayed and verified like any other. The match does not count, because the
    reader of a round has seen its cards. `occasion`: as
    `matches.present.occasion.stored_occasion` returns it.

    Raises:
        Refused: those of `check_position`.
    """
    check_position(round_, move, seat, level)
    past, rules = _past_of(round_, move), round_.match.rules
    match = create_match(
        rules,
        tempos.find_tempo(catalogue.game_of(rules.game).meta, UNTIMED),
        ONE_ROUND,
        status=Match.Status.RUNNING,
        started_at=clock.as_datetime(past.now_ms),
        practice=True,
        occasion=occasion,
    )
    visible = past.visible(len(round_.nonces))
    holders = [user if number == seat else Bot(level, "") for number in range(len(round_.nonces))]
    places = new_seats(match, holders)
    places[seat].acknowledged = visible[seat + 1]
    start.note_who_plays(match, places)
    SeatRow.objects.bulk_create(places)
    _write_past(match, round_, past, visible)
    start.begin_play(match)
    return match


@dataclass(frozen=True, slots=True)
class _Past:
    """A round up to one of its moves, with times that end now.

    `events`: of the deal, and of each move. `state`, `undo`, `drawn`: as stored in a round.
    """

    now_ms: int
    start: Start
    moves: Sequence[Move]
    events: Sequence[tuple[Event, ...]]
    state: str
    undo: str
    drawn: int

    def visible(self, seats: int) -> list[int]:
        """Return `Round.visible` after the deal and these moves."""
        visible = [1] * (seats + 1)
        for events in self.events[1:]:
            visible = save_round.count_visible(visible, events)
        return visible


def _past_of(round_: Round, move: int) -> _Past:
    moves = list(round_.moves.order_by("number")[:move])
    begun, now_ms = msgspec.convert(round_.start, Start), clock.now_ms()
    late_ms = now_ms - (moves[-1].at_ms if moves else begun.at_ms)
    begun = structs.replace(begun, at_ms=begun.at_ms + late_ms)
    for made in moves:
        made.at_ms += late_ms
    replayed = list(
        replay.replay(
            round_.match.rules_id,
            len(round_.nonces),
            begun,
            replay.key_of(round_.seed, round_.nonces),
            [(made.seat, made.action, made.at_ms) for made in moves],
        )
    )
    state, undo, drawn, _ = replayed[-1]
    return _Past(now_ms, begun, moves, [events for *_, events in replayed], state, undo, drawn)


def _write_past(match: Match, before: Round, past: _Past, visible: list[int]) -> None:
    """Store the past of a round as the first round of this match, with the same cards."""
    again = Round.objects.create(
        match=match,
        number=1,
        seed=bytes(before.seed),
        commitment=before.commitment,
        nonces=before.nonces,
        start=stored_values.to_json(past.start),
        opening=stored_values.to_json(past.events[0]),
        state=past.state,
        undo=past.undo,
        drawn=past.drawn,
        version=len(past.moves),
        visible=visible,
        at_ms=past.now_ms,
    )
    Move.objects.bulk_create(
        Move(
            round=again,
            number=made.number,
            seat=made.seat,
            action=made.action,
            events=stored_values.to_json(events),
            at_ms=made.at_ms,
        )
        for made, events in zip(past.moves, past.events[1:], strict=True)
    )


def check_position(round_: Round, move: int, seat: Seat, level: str) -> None:
    """Check that a user can play on after this move, at this seat, against bots of this level.

    Raises:
        Refused: `no_step`, `nothing_to_play_on`, `not_found` (the seat), `level_missing`,
            `unknown_level`.
    """
    catalogue.check_level(catalogue.game_of(round_.match.game).meta, level)
    if not 0 <= seat < len(round_.nonces):
        raise refused("not_found")
    if move > round_.version:
        raise refused("no_step", number=move)
    if move == round_.version:
        raise refused("nothing_to_play_on")
