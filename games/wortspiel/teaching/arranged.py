"""A prepared round for the lesson and the examples."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Rules
from games.wortspiel.cards import Card
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.state import Phase, State

FIRST: Final = 1
SECOND: Final = 2
TOPS: Final = (
    "haus-red kopf-blue wagen-green wald-yellow schule-red geld-blue luft-green schluessel-yellow"
    " sonne-red turm-blue fisch-green hund-yellow"
)
"""The circle, from twelve o'clock on."""
HANDS: Final = (
    "uhr-red see-blue garten-green spiel-yellow buch-red eis-green karte-blue stein-red auto-yellow"
    " land-green",
    "tuer-blue telefon-blue wasser-red stadt-green bild-yellow katze-red berg-blue holz-yellow"
    " mann-green frau-red",
    "kind-green wein-yellow bahn-red glas-blue strasse-green vogel-green milch-green kaffee-red"
    " schiff-green dach-yellow",
)


def arranged(rules: Rules) -> State:
    """Return a round: the first of the others opens, and all hold the cards that they will use."""
    lexicon: Lexicon = rules.data
    tops, hands = _cards(lexicon, TOPS), [_cards(lexicon, hand) for hand in HANDS]
    used = {*tops, *(card for hand in hands for card in hand)}
    return State(
        phase=Phase.OPENING,
        dealer=FIRST,
        active=FIRST,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        stock=tuple(card for card in range(len(lexicon.faces)) if card not in used),
        piles=tuple((card,) for card in tops),
        chips=(0,) * len(hands),
        since_ms=0,
    )


def _cards(lexicon: Lexicon, handles: str) -> tuple[Card, ...]:
    return tuple(lexicon.card_named[handle] for handle in handles.split())
