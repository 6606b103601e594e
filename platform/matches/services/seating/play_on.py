"""From a round that is over back into play: the same cards at any of its moves, against bots."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction
from msgspec import structs

from accounts.models import User
from core import clock
from core.refusals import refuse
from games.kernel.contract import Event, Seat, Start, Target
from matches.engine import catalogue, replay, stored_values, tempos
from matches.engine.clocks import UNTIMED
from matches.models import Match, Move, Round
from matches.models import Seat as SeatRow
from matches.services.rounds import start
from matches.services.seating.tables import Bot, new_seats
from matches.store import save_round

ONE_ROUND = Target(rounds=1)


@transaction.atomic
def play_on(
    round_: Round, move: int, user: User, seat: Seat, level: str, occasion: dict[str, Any]
) -> Match:
    """Begin a match of this user, at this seat against bots, where a round stood after this move.

    The log until then is the new round's own, with times that end now, so that it can be replayed
    and verified like any other. It counts for nothing: who reads a round knows its cards.
    `occasion`: as `matches.present.occasion.told` makes it.

    Raises:
        Refused: those of `check_position`.
    """
    check_position(round_, move, seat, level)
    before, meta = round_.match, catalogue.game_of(round_.match.game).meta
    seats = len(round_.nonces)
    moves = list(round_.moves.order_by("number")[:move])
    now_ms = clock.now_ms()
    begun = msgspec.convert(round_.start, Start)
    late_ms = now_ms - (moves[-1].at_ms if moves else begun.at_ms)
    begun = structs.replace(begun, at_ms=begun.at_ms + late_ms)
    replayed = list(
        replay.replay(
            before.rules_id,
            seats,
            begun,
            replay.key_of(round_.seed, round_.nonces),
            [(one.seat, one.action, one.at_ms + late_ms) for one in moves],
        )
    )
    state, undo, drawn, _ = replayed[-1]
    events = [found for *_, found in replayed]
    preset = tempos.any_of(meta, UNTIMED)
    match = Match.objects.create(
        game=before.game,
        rules=before.rules,
        status=Match.Status.RUNNING,
        started_at=clock.as_datetime(now_ms),
        practice=True,
        tempo=preset.slug,
        pace=tempos.pace_of(preset),
        target=stored_values.to_json(ONE_ROUND),
        occasion=occasion,
    )
    visible = _count_visible(seats, events)
    holders = [user if number == seat else Bot(level, "") for number in range(seats)]
    places = new_seats(match, holders)
    places[seat].acknowledged = visible[seat + 1]
    start.note_who_plays(match, places)
    SeatRow.objects.bulk_create(places)
    again = Round.objects.create(
        match=match,
        number=1,
        seed=bytes(round_.seed),
        commitment=round_.commitment,
        nonces=round_.nonces,
        start=stored_values.to_json(begun),
        opening=stored_values.to_json(events[0]),
        state=state,
        undo=undo,
        drawn=drawn,
        version=move,
        visible=visible,
        at_ms=now_ms,
    )
    Move.objects.bulk_create(
        Move(
            round=again,
            number=one.number,
            seat=one.seat,
            action=one.action,
            events=stored_values.to_json(told),
            at_ms=one.at_ms + late_ms,
        )
        for one, told in zip(moves, events[1:], strict=True)
    )
    start.begin_play(match)
    return match


def check_position(round_: Round, move: int, seat: Seat, level: str) -> None:
    """Make sure that one can play on after this move, at this seat, against bots of this level.

    Raises:
        Refused: `no_step`, `nothing_to_play_on`, `not_found` (the seat), `unknown_level`.
    """
    catalogue.check_level(catalogue.game_of(round_.match.game).meta, level)
    if not 0 <= seat < len(round_.nonces):
        raise refuse("not_found")
    if move > round_.version:
        raise refuse("no_step", number=move)
    if move == round_.version:
        raise refuse("nothing_to_play_on")


def _count_visible(seats: int, events: list[tuple[Event, ...]]) -> list[int]:
    """`Round.visible` after the deal and these moves."""
    visible = [1] * (seats + 1)
    for told in events[1:]:
        visible = save_round.count_visible(visible, told)
    return visible
