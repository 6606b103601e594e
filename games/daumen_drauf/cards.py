"""The 54 snake cards: three colours, values 1 to 9, once harmless, once poisonous (RULES.md 1).

A card is a small int, and its twin is the int next to it. In JSON a card is named by its face,
which is its colour and value. Its poison is added only for viewers who may know it ("yellow-3",
"yellow-3-poisonous").
"""

from __future__ import annotations

from typing import Final

Card = int
Colour = int

COLOURS: Final = ("yellow", "green", "black")
VALUES: Final = 9
HAND: Final = 5  # RULES.md 2.2

FACES: Final = tuple(f"{colour}-{value}" for colour in COLOURS for value in range(1, VALUES + 1))
CARDS: Final = tuple(f"{face}-{kind}" for face in FACES for kind in ("harmless", "poisonous"))
CARD_NAMED: Final = {name: card for card, name in enumerate(CARDS)}

FACE_OF: Final = tuple(FACES[card // 2] for card in range(len(CARDS)))
"""The side of a card under the thumb that other seats see, by card."""
COLOUR_OF: Final = tuple(card // (2 * VALUES) for card in range(len(CARDS)))
VALUE_OF: Final = tuple(card // 2 % VALUES + 1 for card in range(len(CARDS)))


def highest_value(seats: int) -> int:
    """Return the highest value in play with this number of seats (RULES.md 1.3)."""
    return seats + 2


def deck(seats: int) -> tuple[Card, ...]:
    """Return the cards in play with this number of seats (RULES.md 1.3)."""
    highest = highest_value(seats)
    return tuple(card for card, value in enumerate(VALUE_OF) if value <= highest)


def is_poisonous(card: Card) -> bool:
    """Return whether the snake has a red fang."""
    return card % 2 == 1


def twin(card: Card) -> Card:
    """Return the card of the same colour and value (RULES.md 1.2)."""
    return card ^ 1


def names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Return the names of the cards, in the same order."""
    return tuple([CARDS[card] for card in cards])
