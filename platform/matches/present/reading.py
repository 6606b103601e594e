"""A finished round move by move, in the view of a seat or with all hands open.

The moves are replayed, so only the log is necessary. A position is the result of `table.view` for
the round as it was at that move.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.refusals import refused
from games.kernel.chance import VERSION
from games.kernel.contract import Event, Seat, Viewer
from matches.engine import live_round, replay
from matches.engine.live_round import LiveRound
from matches.engine.verification import done_again
from matches.engine.view import reveal_all
from matches.models import Match, Round
from matches.present import board, talk
from matches.present.event_lines import sentence_of
from matches.store.history import Happened, History
from matches.store.snapshot import Table

AROUND = 20
"""Number of moves in words before and after the present one."""
SPECTATOR, ALL_OPEN = "spectator", "all"


@dataclass(frozen=True, slots=True)
class RoundReader:
    """The view in which a round is read; `all_open`: all views at once."""

    name: str
    viewer: Viewer
    all_open: bool = False

    def sees(self, event: Event) -> bool:
        return self.all_open or event.visible_to(self.viewer)


@dataclass(frozen=True, slots=True)
class Told:
    """An event in words; `only_to`: the names of the players who were told, None if everyone was."""

    kind: str
    words: SafeString
    only_to: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Step:
    """The deal (number 0) or a move of a round that is read.

    It has the player who made it ("": the table), its time, its events, and the chat until the next
    step.
    """

    number: int
    who: str
    at: datetime
    told: tuple[Told, ...]
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Marked:
    """A move that readers look for, with its number and its highlights in words."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """The seat that made a move (None: the table), and the stored form of the state after it."""

    seat: Seat | None
    state: str
    drawn: int


def finished(match_id: uuid.UUID, number: int) -> Round:
    """Return a round of a match that may be read.

    Raises:
        Refused: `no_round`, `round_running`, `round_broken_off`, `round_sealed`.
    """
    round_ = Round.objects.select_related("match__rules").filter(match_id=match_id, number=number)
    found = round_.first()
    if found is None:
        raise refused("no_round", number=number)
    if found.outcome is None:
        raise refused("round_broken_off" if found.match.status in Match.OVER else "round_running")
    if not found.is_open:
        raise refused("round_sealed")
    return found


def reader_of(table: Table, user_id: int | None, wanted: str) -> RoundReader:
    """Return the requested view; the default is the user's own seat, else all hands open.

    Raises:
        Refused: `seat_not_yours`, `unknown_view`.
    """
    seat = table.seat_of(user_id)
    own = None if seat is None else RoundReader(_seat_name(seat.number), seat.number)
    if own is not None and wanted in ("", own.name):
        return own
    if wanted in ("", ALL_OPEN):
        return RoundReader(ALL_OPEN, None, all_open=True)
    if wanted == SPECTATOR:
        return RoundReader(SPECTATOR, None)
    is_seat = wanted in {_seat_name(seat.number) for seat in table.seats}
    raise refused("seat_not_yours" if is_seat else "unknown_view")


def _seat_name(number: int) -> str:
    return f"seat-{number}"


def context(
    table: Table,
    round_: Round,
    live: LiveRound,
    reader: RoundReader,
    *,
    user_id: int | None,
    watches: bool = True,
) -> dict[str, Any]:
    """Return the context of the templates for a position of the round, for this reader.

    `table` must have this round. `live`: as from `position`. The board's part is as in `board.context`, but with the events of
    this step alone and without any action. `watches`: the reader may see the table itself. A reader
    who may not gets no chat.
    """
    number, last = live.version, len(table.history) - 1
    (happened,) = table.history[number : number + 1]
    then = replace(table, live=live, history=History([happened]))
    shown = board.context(then, reader.viewer, user_id=user_id, result=False)
    names, positions = shown.names, _positions(round_.pk)

    def step(happened: Happened) -> Step:
        seat = positions[happened.number].seat
        return Step(
            number=happened.number,
            who="" if seat is None else names[seat],
            at=datetime.fromtimestamp(happened.at_ms / 1000, UTC),
            told=_told(table, happened, reader, names),
        )

    near = table.history[max(0, number - AROUND) : number + AROUND + 1]
    later = table.history[near[-1].number + 1 : near[-1].number + 2]
    until = later[0].at_ms if later else None
    times = [one.at_ms for one in near]
    said: list[tuple[str, ...]] = [()] * len(near)
    if watches:
        said = talk.during(table.match_id, round_.number, times, until, user_id)
    now, marked = step(happened), _marked(table, reader)
    seat = table.seat_of(user_id)
    return board.for_page(shown) | {
        "reading": {
            "step": now,
            "last": last,
            "view": reader.name,
            "own_view": "" if seat is None else _seat_name(seat.number),
            "moves": [
                replace(step(one), said=words) for one, words in zip(near, said, strict=True)
            ],
            "rounds": _readable(round_),
            "marked": marked,
            "marked_before": max(
                (one.number for one in marked if one.number < number), default=None
            ),
            "marked_after": min(
                (one.number for one in marked if one.number > number), default=None
            ),
            "names": names,
            "levels": table.meta.levels,
            "watches": watches,
        },
        "board": board.draw_to_read(shown, reveal_all(live) if reader.all_open else None),
    }


def position(table: Table, round_: Round, number: int) -> LiveRound:
    """Return a finished round in its state after this move; `table` must have this round.

    Raises:
        Refused: `no_step`.
    """
    if number >= len(table.history):
        raise refused("no_step", number=number)
    positions = _positions(round_.pk)
    (happened,) = table.history[number : number + 1]
    return live_round.load_round(
        round_.match.rules_id,
        positions[number].state,
        replay.key_of(round_.seed, round_.nonces),
        positions[number].drawn,
        round_.match.pace,
        number,
        happened.at_ms,
    )


@lru_cache(maxsize=32)
def _positions(round_id: int) -> list[ReadPosition]:
    """Return the positions of a finished round after its deal and each move; cached, as they are
    final.
    """
    round_ = Round.objects.select_related("match").get(pk=round_id)
    moves = list(round_.moves.order_by("number").values_list("seat", "action", "at_ms"))
    return [
        ReadPosition(seat, state, drawn)
        for (state, _, drawn, _), seat in zip(
            done_again(round_, moves), [None, *(seat for seat, _, _ in moves)], strict=True
        )
    ]


def _told(
    table: Table, happened: Happened, reader: RoundReader, names: Sequence[str]
) -> tuple[Told, ...]:
    """Return the events of a step that this reader may see, in words."""
    return tuple(
        Told(
            kind=event.kind,
            words=sentence_of(
                table.meta.slug, event, names, you=reader.viewer, to_others=reader.all_open
            ),
            only_to=None
            if event.audience is None
            else tuple(names[seat] for seat in event.audience),
        )
        for event in filter(reader.sees, happened.events)
    )


def _marked(table: Table, reader: RoundReader) -> list[Marked]:
    """Return the moves with events that the game names as highlights and this reader may see."""
    labels = {one.kind: one.label for one in table.meta.highlights}
    found = []
    for happened in table.history:
        kinds = [event.kind for event in happened.events if reader.sees(event)]
        words = [gettext(label) for kind, label in labels.items() if kind in kinds]
        if words:
            found.append(Marked(happened.number, ", ".join(words)))
    return found


def _readable(round_: Round) -> list[int]:
    """Return the numbers of this match's rounds that are over."""
    over = Round.objects.filter(match_id=round_.match_id, outcome__isnull=False)
    return list(over.order_by("number").values_list("number", flat=True))


def export(round_: Round) -> dict[str, Any]:
    """Return all data of a finished round for programs: enough to shuffle, deal and replay it."""
    rules = round_.match.rules
    log = round_.moves.order_by("number").values("number", "seat", "action", "at_ms", "events")
    return {
        "game": rules.game,
        "revision": rules.revision,
        "options": rules.options,
        "data": rules.data,
        "round": round_.number,
        "method": VERSION,
        "commitment": round_.commitment,
        "seed": bytes(round_.seed).hex(),
        "nonces": round_.nonces,
        "start": round_.start,
        "opening": round_.opening,
        "moves": list(log),
        "outcome": round_.outcome,
        "draws": round_.drawn,
    }
