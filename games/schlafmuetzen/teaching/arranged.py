"""A prepared round for the lesson and the examples."""

from __future__ import annotations

from collections import Counter

from games.kernel.contract import Seat
from games.schlafmuetzen.cards import ALIKE, WHOLE_PACK
from games.schlafmuetzen.state import Phase, Piles, State


def arranged(
    turned: tuple[tuple[int, ...], ...],
    active: Seat = 0,
    highest: int = 1,
    discards: tuple[tuple[int, ...], ...] = (),
) -> State:
    """Return a round in which this seat is on turn.

    * `turned`: the cards on top of each draw pile, in the order in which they are turned; all
      others are below.
    * `highest`: the height of the first pile in the middle.
    * `discards`: by seat.
    """
    seats = len(turned)
    discards = discards or ((),) * seats
    grown = tuple(range(1, highest + 1))
    left = Counter(WHOLE_PACK)
    for cards in (*turned, *discards, grown[1:]):
        left.subtract(cards)
    rest = tuple(left.elements())
    return State(
        phase=Phase.OPEN,
        began=active,
        active=active,
        piles=Piles(
            middle=(grown, *((1,),) * (ALIKE - 1)),
            draws=tuple((*rest[seat::seats], *turned[seat][::-1]) for seat in range(seats)),
            discards=discards,
            overs=(0,) * seats,
        ),
        since_ms=0,
    )
