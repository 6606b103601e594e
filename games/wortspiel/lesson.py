"""The lesson of Wortspiel: make a word, be first, doubt one, and vote."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Rules
from games.kernel.lessons import LEARNER, Lesson, Move, Step
from games.kernel.values import N_
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


def begin(rules: Rules) -> State:
    """The first of the others opens; everybody holds the cards that will be needed."""
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


LESSON: Final = Lesson(
    seats=3,
    begin=begin,
    steps=(
        Step(
            N_(
                "Two German nouns make a new word: a card of your hand, and one in the circle."
                " %(first)s begins in peace."
            ),
            (Move(FIRST, ("tuer-blue", "pile-0", "lay-1", "Haustür")),),
        ),
        Step(
            N_(
                "“Haustür”! The card was blue, so the next one has to go on a blue card, and everybody"
                " may lay at once. Be quick: choose “Uhr”, then the blue “Turm”, and type “Turmuhr”."
            ),
            (Move(LEARNER, ("uhr-red", "pile-9", "lay-2", "Turmuhr"), after_ms=3_000),),
        ),
        Step(
            N_(
                "Your card was red, so red is asked for now. Whoever was first has a break until"
                " somebody else has laid a card."
            ),
            (Move(SECOND, ("kind-green", "pile-4", "lay-3", "Schulkind"), after_ms=4_000),),
        ),
        Step(
            N_("“Schulkind” is a word, and a green card. %(first)s has an idea …"),
            (Move(FIRST, ("telefon-blue", "pile-10", "lay-4", "Fischtelefon"), after_ms=4_000),),
        ),
        Step(
            N_("“Fischtelefon”? Nobody says that. Whoever doubts a word calls “Halt!”"),
            (Move(LEARNER, ("halt-4",)),),
        ),
        Step(
            N_("Everything stops, and you can talk about it. When you are ready, you all vote."),
            (
                Move(LEARNER, ("ready-4",)),
                Move(FIRST, ("ready-4",)),
                Move(SECOND, ("ready-4",)),
            ),
        ),
        Step(
            N_("Is “Fischtelefon” a word? Vote against it."),
            (
                Move(LEARNER, ("invalid-4",)),
                Move(FIRST, ("valid-4",)),
                Move(SECOND, ("invalid-4",)),
            ),
        ),
        Step(
            N_(
                "Two of three say no: %(first)s takes the card back and gets a minus point. Had the"
                " word stood, the point would be yours. %(second)s names a colour."
            ),
            (Move(SECOND, ("colour-yellow-5",), after_ms=2_000),),
        ),
        Step(
            N_("Yellow! Choose “See”, then “Hund”, and type “Seehund”."),
            (Move(LEARNER, ("see-blue", "pile-11", "lay-6", "Seehund"), after_ms=3_000),),
        ),
    ),
    ends=N_(
        "Whoever has laid the last card ends the round; for the others each card is a minus point. The"
        " words are German in every language."
    ),
)
