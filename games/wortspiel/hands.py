"""Cards that are added to hands and removed from them."""

from __future__ import annotations

from games.kernel.contract import Seat
from games.kernel.turn import put
from games.wortspiel.cards import Card


def without(
    hands: tuple[tuple[Card, ...], ...], seat: Seat, card: Card
) -> tuple[tuple[Card, ...], ...]:
    """Return the hands without this card in that of the seat."""
    hand = hands[seat]
    place = hand.index(card)
    return put(hands, seat, hand[:place] + hand[place + 1 :])


def with_card(
    hands: tuple[tuple[Card, ...], ...], seat: Seat, card: Card
) -> tuple[tuple[Card, ...], ...]:
    """Return the hands with this card in that of the seat."""
    return put(hands, seat, tuple(sorted((*hands[seat], card))))
