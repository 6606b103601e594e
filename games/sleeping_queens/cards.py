"""The 79 cards: 12 queens and 67 playing cards (RULES.md 1).

A card is its face: twins are the same small int, so they cannot be distinguished. Faces and queens
are indices into the tables here; JSON and the pages use their names.
"""

from __future__ import annotations

from typing import Final

Face = int
Queen = int

SPECIALS: Final = ("king", "jester", "knight", "potion", "dragon", "wand")
FACES: Final = (*SPECIALS, *(str(value) for value in range(1, 11)))
KING, JESTER, KNIGHT, POTION, DRAGON, WAND = range(len(SPECIALS))
COPIES: Final = (8, 5, 4, 4, 3, 3) + (4,) * 10  # RULES.md 1.2, 1.3
DECK: Final = tuple(face for face, copies in enumerate(COPIES) for _ in range(copies))
HAND: Final = 5  # RULES.md 1.5

QUEENS: Final = (
    "heart",
    "cat",
    "dog",
    "pancake",
    "moon",
    "peacock",
    "ladybug",
    "sunflower",
    "rose",
    "cake",
    "rainbow",
    "starfish",
)
QUEEN_POINTS: Final = (20, 15, 15, 15, 10, 10, 10, 10, 5, 5, 5, 5)  # RULES.md 1.1
SLOTS: Final = len(QUEENS)
CAT: Final = QUEENS.index("cat")
DOG: Final = QUEENS.index("dog")
ROSE: Final = QUEENS.index("rose")

FACE_NAMED: Final = {name: face for face, name in enumerate(FACES)}
QUEEN_NAMED: Final = {name: queen for queen, name in enumerate(QUEENS)}


def is_number(face: Face) -> bool:
    """Return whether this is a number card; all others are special cards."""
    return face >= len(SPECIALS)


def value_of(face: Face) -> int:
    """Return the value of a number card."""
    return face - len(SPECIALS) + 1


def number(value: int) -> Face:
    """Return the number card with this value."""
    return value + len(SPECIALS) - 1


def names(faces: tuple[Face, ...]) -> tuple[str, ...]:
    """Return the names of the faces, in the same order."""
    return tuple([FACES[face] for face in faces])


def clashing(queen: Queen, owned: tuple[Queen, ...]) -> Queen | None:
    """Return the seat's queen that clashes with this one: cat and dog (RULES.md 4.2)."""
    rival = {CAT: DOG, DOG: CAT}.get(queen)
    return rival if rival in owned else None
