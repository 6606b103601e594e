"""How long people read what happens: each sentence stands in the line of a table for its time.

Pages show the sentences in this time, and bots wait for it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from games.kernel.contract import A, Event, Game, Meta, Millis, O, S, Seat

READ_MS: Final = 1_500
"""Time of a sentence, in milliseconds."""
OWN_READ_MS: Final = 2_500
"""Time of a sentence that tells readers what happened to them, in milliseconds."""
LONGEST_MS: Final = 6_000
"""Longest wait after a move for its readers, in milliseconds."""


def is_said(meta: Meta, event: Event) -> bool:
    """Return whether the line of a table shows this event to all viewers."""
    return event.visible_to(None) and event.kind not in meta.unsaid and event.logged() is not None


def read_until_ms(
    game: Game[S, A, O],
    moves: Iterable[tuple[Millis, Iterable[Event]]],
    people: Container[Seat],
    scale: float = 1.0,
) -> Millis:
    """Return when people in these seats have read the sentences of these moves.

    `moves`: their times and events, oldest first. They read at most `LONGEST_MS` after each move.
    `scale`: the factor of all these times.
    """
    until_ms = 0
    for at_ms, events in moves:
        until_ms = max(until_ms, at_ms)
        for event in events:
            if is_said(game.meta, event):
                mine = any(seat in people for seat in game.concerned(event))
                until_ms += round(scale * (OWN_READ_MS if mine else READ_MS))
        until_ms = min(until_ms, at_ms + round(scale * LONGEST_MS))
    return until_ms
