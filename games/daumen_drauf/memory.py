"""Memory of the cards that were taken, from the events that a viewer saw (RULES.md 6.3).

A forgetful bot gets fewer events.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.daumen_drauf.cards import CARD_NAMED, Card
from games.daumen_drauf.view import Board
from games.kernel.contract import Event


def remembered(board: Board, events: Iterable[Event]) -> tuple[tuple[Card, ...], ...]:
    """Return by seat the cards that are known to be on its pile.

    These are all of them if the viewer saw all tricks or the piles are open.
    """
    piles: list[list[Card]] = [[CARD_NAMED[card] for card in place.taken] for place in board.places]
    if any(piles):
        return tuple(map(tuple, piles))
    tricks = [event.data for event in events if event.kind == "trick_taken"]
    if board.taken is not None:
        tricks = tricks[:-1]  # it is still on the table
    for trick in tricks:
        piles[trick["seat"]] += [CARD_NAMED[card] for card in trick.get("cards", ())]
    return tuple(map(tuple, piles))
