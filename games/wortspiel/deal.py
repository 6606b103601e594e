"""The start of a round: the circle, the hands, the stock (RULES.md 2)."""

from __future__ import annotations

from games.kernel.contract import Chance, Rules, Start, Step
from games.kernel.events import public_event
from games.wortspiel.cards import COLOURS, HANDS, PILES, Card
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.state import Phase, State

_EACH = PILES // len(COLOURS)
"""Number of cards of each colour in the circle."""


def deal(rules: Rules, seats: int, start: Start, chance: Chance) -> Step[State]:
    """Shuffle and deal, and lay the piles out (RULES.md 2.1 to 2.4)."""
    lexicon: Lexicon = rules.data
    deck = chance.shuffled(range(len(lexicon.faces)))
    dealer = chance.below(seats) if start.began is None else (start.began + 1) % seats
    circle = _circle(lexicon, deck, chance)
    in_circle = set(circle)
    rest = [card for card in deck if card not in in_circle]
    count = HANDS[seats]
    hands = tuple(tuple(sorted(rest[seat : seats * count : seats])) for seat in range(seats))
    state = State(
        phase=Phase.OPENING,
        dealer=dealer,
        active=dealer,
        hands=hands,
        stock=tuple(rest[seats * count :]),
        piles=tuple((card,) for card in circle),
        chips=(0,) * seats,
        since_ms=start.at_ms,
    )
    told = public_event(
        "dealt",
        dealer=dealer,
        circle=[lexicon.handles[card] for card in circle],
        cards=count,
        stock=len(state.stock),
    )
    return Step(state, (told,))


def _circle(lexicon: Lexicon, deck: tuple[Card, ...], chance: Chance) -> list[Card]:
    """Return the first three cards of each colour with new words; the colours take turns."""
    order = chance.shuffled(range(len(COLOURS)))
    chosen: dict[int, list[Card]] = {colour: [] for colour in order}
    words: set[str] = set()
    for card in deck:
        word, colour = lexicon.faces[card]
        if len(chosen[colour]) < _EACH and word not in words:
            chosen[colour].append(card)
            words.add(word)
    return [chosen[colour][lap] for lap in range(_EACH) for colour in order]
