"""Cards that come into hands and onto piles, and leave them: rows of cards, one for each."""

from __future__ import annotations

from games.kernel.contract import Seat
from games.kernel.turn import put
from games.wortspiel.cards import Card


def without(
    hands: tuple[tuple[Card, ...], ...], seat: Seat, card: Card
) -> tuple[tuple[Card, ...], ...]:
    """The hands when this card has left that of the seat."""
    hand = hands[seat]
    place = hand.index(card)
    return put(hands, seat, hand[:place] + hand[place + 1 :])


def with_card(
    hands: tuple[tuple[Card, ...], ...], seat: Seat, card: Card
) -> tuple[tuple[Card, ...], ...]:
    """The hands when this card has come to that of the seat."""
    return put(hands, seat, tuple(sorted((*hands[seat], card))))
