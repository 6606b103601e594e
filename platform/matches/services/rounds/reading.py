"""Pauses for the people at a table, so that they can read what happened before more happens.

Only events that all viewers see count, so a pause tells nothing that the line does not tell.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from games.kernel import pace
from games.kernel.contract import Event, Seat
from games.kernel.thinking import NO_CHOICE_MS
from matches.engine.live_round import LiveRound
from matches.store.lock_round import LockedRound

_Moves: TypeAlias = list[tuple[int, tuple[Event, ...]]]
FORCED_MS: Final = NO_CHOICE_MS[1]
"""Time to see a decision without a choice before the server plays it, in milliseconds."""


def read_until_ms(locked: LockedRound, live: LiveRound) -> int:
    """Return when the people of this round have read its sentences, at the pace of the slowest.

    It is 0 if no person plays, and in a race, where nobody waits for readers.
    """
    people = {h.number: h.reading_pace for h in locked.holders if h.reads}
    if not people or live.game.meta.is_race:
        return 0
    moves = msgspec.json.decode(locked.recent, type=_Moves)
    moves += [(move.at_ms, move.events) for move in live.new]
    scale = live.clocks.scale * max(people.values()) / 100
    return pace.read_until_ms(live.game, moves, people, scale)


def after_reading(live: LiveRound, seat: Seat, acts_ms: int, read_ms: int) -> int:
    """Return when a bot acts that was to act at `acts_ms`, if people read until `read_ms`.

    It waits if the round waits for it alone, and never beyond a deadline.
    """
    if acts_ms >= read_ms or live.awaited.seats != (seat,):
        return acts_ms
    pressing = [due - 1 for due, one in live.deadlines() if one.seat in (None, seat)]
    return max(acts_ms, min([read_ms, *pressing]))


def forced_ms(locked: LockedRound, live: LiveRound, seat: Seat, read_ms: int) -> int:
    """Return when the server plays a decision without a choice of this seat.

    Before that its player can read what led to it, and take back the move before.
    """
    seen_ms = max(read_ms, locked.now_ms) + round(live.clocks.scale * FORCED_MS)
    return max(seen_ms, live.undo_until_ms(seat) or 0)
