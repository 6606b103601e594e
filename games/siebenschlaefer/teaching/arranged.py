"""A prepared round for the lesson and the examples."""

from __future__ import annotations

from collections import Counter

from games.kernel.contract import Seat
from games.siebenschlaefer.cards import DECK, FACE_NAMED, Face
from games.siebenschlaefer.pairs import FREE, value_of
from games.siebenschlaefer.state import Phase, State


def arranged(
    hands: tuple[str, ...], drawn: str, top: str = "", laid_by: Seat | None = None
) -> State:
    """Return a round in which seat 0 is on turn, with these cards, by their names.

    `drawn`: the cards on top of the stock, in the order in which they are drawn; the rest is below.
    `top`: the pair that `laid_by` has laid.
    """
    held, stock, pair = [_faces(hand) for hand in hands], _faces(drawn), _faces(top)
    rest = Counter(DECK)
    for named in (*held, stock, pair):
        rest.subtract(named)
    return State(
        phase=Phase.TURN,
        began=0,
        active=0,
        hands=tuple(tuple(sorted(hand)) for hand in held),
        stock=(*rest.elements(), *reversed(stock)),
        discard=(),
        top=pair,
        value=value_of((pair[0], pair[1])) if pair else FREE,
        laid_by=laid_by,
        passes=0,
        turns=0,
        since_ms=0,
    )


def _faces(words: str) -> tuple[Face, ...]:
    return tuple(FACE_NAMED[word] for word in words.split())
