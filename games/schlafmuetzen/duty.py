"""The pile where a card must go, and the mistake if it went elsewhere (RULES.md 3).

All of it follows from the open cards; the table tells no player before a call.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from games.kernel.contract import Seat
from games.schlafmuetzen.cards import ALIKE, Card
from games.schlafmuetzen.meta import META
from games.schlafmuetzen.state import DISCARD, OWN, TURNED, Duty, Mistake, Piles

MIDDLES: Final = tuple(f"middle-{place}" for place in range(ALIKE))
SEATS: Final = tuple(f"seat-{seat}" for seat in range(META.seats[1]))
PLACE_OF: Final = {name: place for place, name in enumerate(MIDDLES)}
SEAT_OF: Final = {name: seat for seat, name in enumerate(SEATS)}


@cache
def clockwise(seats: int, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats clockwise, from this seat's left neighbour on."""
    return (*range(seat + 1, seats), *range(seat))


def targets(piles: Piles, seat: Seat) -> list[str]:
    """List the piles on which this seat could lay a card, whether it fits or not (RULES.md 4.4)."""
    discards = piles.discards
    return [*MIDDLES, *[SEATS[s] for s, pile in enumerate(discards) if pile and s != seat]]


def required(piles: Piles, seat: Seat, card: Card) -> tuple[str, ...]:
    """Return the piles on which this seat must lay this card (RULES.md 3.1 to 3.4).

    They are the middle piles that it fits on, else the first fitting pile clockwise, else none.
    """
    below = card - 1
    middle = [MIDDLES[place] for place, pile in enumerate(piles.middle) if pile[-1] == below]
    if middle:
        return tuple(middle)
    discards = piles.discards
    for other in clockwise(len(discards), seat):
        pile = discards[other]
        if pile and (pile[-1] == below or pile[-1] == card + 1):
            return (SEATS[other],)
    return ()


def fits(piles: Piles, card: Card, target: str) -> bool:
    """Return whether a card of this value fits on that pile at all (RULES.md 3.1, 3.2)."""
    place = PLACE_OF.get(target)
    if place is not None:
        return piles.middle[place][-1] == card - 1
    return abs(piles.discards[SEAT_OF[target]][-1] - card) == 1


def overlooked(piles: Piles, seat: Seat) -> Duty | None:
    """Return the top discard that this seat must lay before a turned card (RULES.md 3.5).

    It may also be one that it had to lay before it turned the pile over (3.6).
    """
    discard = piles.discards[seat]
    if discard and (must := required(piles, seat, discard[-1])):
        return Duty(discard[-1], DISCARD, must)
    return piles.missed


def mistake(piles: Piles, seat: Seat, source: str, target: str) -> Mistake | None:
    """Return the mistake if this seat lays its turned card, or its top discard, there.

    The first that applies counts (RULES.md 4.8).
    """
    if source == TURNED:
        card, first = piles.turned, overlooked(piles, seat)
        if first is not None:
            return Mistake("overlooked_discard", first)
    else:
        card = piles.discards[seat][-1]
    must = required(piles, seat, card)
    if target == OWN:
        return Mistake("overlooked_revealed", Duty(card, source, must)) if must else None
    if target in must:
        return None
    kind = "wrong_priority" if fits(piles, card, target) else "does_not_fit"
    return Mistake(kind, Duty(card, source, must))
