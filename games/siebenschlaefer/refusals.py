"""Reasons to refuse an action: codes for programs, sentences for players.

One code may have several sentences, so that each player gets the reason that helps.
"""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Refusal

NOT_IN_HAND: Final = Refusal("unknown_card", N_("That card is not in your hand."))

TWO_CARDS: Final = Refusal(
    "two_cards_needed", N_("Play two cards together: choose another one."), clause="3.1"
)
TOO_MANY: Final = Refusal(
    "two_cards_needed", N_("Play exactly two cards together, no more."), clause="3.1"
)
LONELY_ACE: Final = Refusal(
    "two_cards_needed",
    N_("An ace can only be played with another ace: you have just this one."),
    clause="3.1",
)
LONELY_PICTURE: Final = Refusal(
    "two_cards_needed",
    N_("A picture card doubles a number card: you have none to go with it."),
    clause="3.1",
)
LONELY_NUMBER: Final = Refusal(
    "two_cards_needed",
    N_("A number card goes with another number card or a picture card: you have neither."),
    clause="3.1",
)

TWO_PICTURES: Final = Refusal(
    "illegal_pair", N_("Two picture cards are no pair: each doubles a number card."), clause="3.1"
)
ACE_WITH_ANOTHER: Final = Refusal(
    "illegal_pair", N_("An ace can only be played with another ace."), clause="3.1"
)

MUST_LAY: Final = Refusal(
    "must_lay", N_("You have a pair that you can play: play one."), clause="4.2"
)
MUST_DRAW: Final = Refusal(
    "must_draw", N_("You cannot pass until you have drawn two cards."), clause="4.2"
)
DRAWN_ALREADY: Final = Refusal(
    "wrong_phase", N_("You have already drawn in this turn: play a pair or pass."), clause="4.3"
)


def nothing_with_it(value: int) -> Refusal:
    """The card makes no pair above the value with any other card of the hand."""
    return Refusal(
        "two_cards_needed",
        N_("You need more than %(value)s: none of your other cards makes that with this one."),
        {"value": value},
        clause="3.2",
    )


def too_low(counts: int, value: int) -> Refusal:
    """The pair does not count more than the value."""
    return Refusal(
        "too_low",
        N_("That makes %(counts)s, and you need more than %(value)s."),
        {"counts": counts, "value": value},
        clause="3.2",
    )
