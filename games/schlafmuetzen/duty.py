"""Where a card has to go, and what is wrong with where it went (RULES.md 3).

All of it follows from what lies open; nobody is told before somebody calls.
"""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Seat
from games.schlafmuetzen.cards import ALIKE, Card
from games.schlafmuetzen.meta import META
from games.schlafmuetzen.state import DISCARD, OWN, TURNED, Duty, Mistake, Piles

MIDDLES: Final = tuple(f"middle-{place}" for place in range(ALIKE))
SEATS: Final = tuple(f"seat-{seat}" for seat in range(META.seats[1]))
PLACE_OF: Final = {name: place for place, name in enumerate(MIDDLES)}
SEAT_OF: Final = {name: seat for seat, name in enumerate(SEATS)}


def targets(piles: Piles, seat: Seat) -> list[str]:
    """Where this seat could lay a card, whether it fits or not (RULES.md 4.4)."""
    discards = piles.discards
    return [*MIDDLES, *[SEATS[s] for s, pile in enumerate(discards) if pile and s != seat]]


def required(piles: Piles, seat: Seat, card: Card) -> tuple[str, ...]:
    """Where this seat has to lay this card: in the middle, else on the first pile clockwise that
    it fits on, else nowhere (RULES.md 3.1 to 3.4)."""
    below = card - 1
    middle = [MIDDLES[place] for place, pile in enumerate(piles.middle) if pile[-1] == below]
    if middle:
        return tuple(middle)
    discards = piles.discards
    for other in (*range(seat + 1, len(discards)), *range(seat)):
        pile = discards[other]
        if pile and (pile[-1] == below or pile[-1] == card + 1):
            return (SEATS[other],)
    return ()


def fits(piles: Piles, card: Card, target: str) -> bool:
    """Whether a card of this value may lie on that pile at all (RULES.md 3.1, 3.2)."""
    place = PLACE_OF.get(target)
    if place is not None:
        return piles.middle[place][-1] == card - 1
    return abs(piles.discards[SEAT_OF[target]][-1] - card) == 1


def overlooked(piles: Piles, seat: Seat) -> Duty | None:
    """The card of its discard pile that this seat has to lay before a turned one (RULES.md 3.5),
    or had to before it turned the pile over (3.6)."""
    discard = piles.discards[seat]
    if discard and (must := required(piles, seat, discard[-1])):
        return Duty(discard[-1], DISCARD, must)
    return piles.missed


def mistake(piles: Piles, seat: Seat, source: str, target: str) -> Mistake | None:
    """What is wrong if this seat lays its turned card, or its top discard, there; the first that
    is found counts (RULES.md 4.8)."""
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
