"""A prepared round for the lesson and the examples."""

from __future__ import annotations

from games.daumen_drauf.cards import CARD_NAMED, deck
from games.daumen_drauf.state import Phase, State
from games.kernel.contract import Seat


def arranged(hands: tuple[str, ...], active: Seat) -> State:
    """Return a round with these cards, by their names, in which this seat leads the first trick."""
    held = [sorted(CARD_NAMED[word] for word in hand.split()) for hand in hands]
    named = {card for hand in held for card in hand}
    return State(
        phase=Phase.LEAD,
        began=active,
        active=active,
        hands=tuple(map(tuple, held)),
        stock=tuple(card for card in deck(len(hands)) if card not in named),
        piles=((),) * len(hands),
        since_ms=0,
    )
