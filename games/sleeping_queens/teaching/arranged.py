"""A prepared round for the lesson and the examples."""

from __future__ import annotations

from collections import Counter

from games.kernel.contract import Seat
from games.sleeping_queens.cards import DECK, FACE_NAMED, QUEENS, SLOTS, Face
from games.sleeping_queens.state import EMPTY, Phase, State


def arranged(
    hands: tuple[str, ...],
    drawn: str,
    sleepers: str,
    awake: tuple[str, ...] = (),
    active: Seat = 0,
) -> State:
    """Return a round with these cards, by their names.

    * `drawn`: the cards on top of the draw pile, in the order in which they are drawn; the rest of
      the deck is below.
    * `sleepers`: the queens by slot, "-" for an empty one.
    * `awake`: by seat.
    """
    held, top = [_faces(hand) for hand in hands], _faces(drawn)
    rest = Counter(DECK)
    for named in (*held, top):
        rest.subtract(named)
    slots = [EMPTY if name == "-" else QUEENS.index(name) for name in sleepers.split()]
    lying = [tuple(sorted(map(QUEENS.index, queens.split()))) for queens in awake]
    return State(
        phase=Phase.TURN,
        dealer=(active - 1) % len(hands),
        active=active,
        slots=tuple(slots),
        shown=(False,) * SLOTS,
        awake=tuple(lying) or ((),) * len(hands),
        hands=tuple(tuple(sorted(hand)) for hand in held),
        draw=(*rest.elements(), *reversed(top)),
        discard=(),
        since_ms=0,
    )


def _faces(words: str) -> tuple[Face, ...]:
    return tuple(FACE_NAMED[word] for word in words.split())
