"""The 104 cards: two decks in which suits play no part (RULES.md 1).

A card is its face, an int: 2 to 10 are the number cards, above them jack, queen, king and ace.
The eight cards of a face are the same int, so they cannot be distinguished. In JSON and on pages
a face has a name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Face = int

SEVEN: Final = 7
TEN: Final = 10
JACK, QUEEN, KING, ACE = range(11, 15)

FACE_NAMED: Final = {
    **{str(value): value for value in range(2, 11)},
    "jack": JACK,
    "queen": QUEEN,
    "king": KING,
    "ace": ACE,
}
NAMES: Final = {face: name for name, face in FACE_NAMED.items()}
COPIES: Final = 8  # RULES.md 1.1: four in each of two decks
DECK: Final = tuple(face for face in NAMES for _ in range(COPIES))
HAND: Final = 10  # RULES.md 2.1


def is_number(face: Face) -> bool:
    """Return whether this is a number card; its face is its value."""
    return face <= TEN


def is_picture(face: Face) -> bool:
    """Return whether this is a jack, a queen or a king; an ace is not a picture (SI-R2)."""
    return JACK <= face <= KING


def names(faces: Iterable[Face]) -> tuple[str, ...]:
    """Return the names of the faces, in the same order."""
    return tuple([NAMES[face] for face in faces])


POINTS: Final = {face: face if is_number(face) else 11 if face == ACE else 12 for face in NAMES}
"""Points of a card that is left in a hand at the end (RULES.md 5.2)."""


def points(faces: Iterable[Face]) -> int:
    """Return the points of a hand at the end."""
    return sum(POINTS[face] for face in faces)
