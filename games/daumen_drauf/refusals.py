"""Reasons to refuse an action: codes for programs, sentences for players.

One code may have several sentences, so that each player gets the reason that helps.
"""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Refusal

NOT_IN_HAND: Final = Refusal("unknown_card", N_("That card is not in your hand."))

MUST_OFFER: Final = Refusal(
    "must_offer", N_("You lead this trick, so you cannot pass: show a card."), clause="3.1"
)
NOTHING_TO_BEAT: Final = Refusal(
    "wrong_phase",
    N_("You lead this trick, so there is nothing to beat yet: show a card."),
    clause="3.1",
)
ALREADY_BEGUN: Final = Refusal(
    "wrong_phase",
    N_("This trick has already started: beat its highest card, or pass."),
    clause="3.2",
)
LOOK_FIRST: Final = Refusal("wrong_phase", N_("Look at the finished trick first."), clause="4.1")
NOTHING_TO_LOOK_AT: Final = Refusal("wrong_phase", N_("This trick is not over yet."))

TWIN_CANNOT_RAISE: Final = Refusal(
    "not_higher", N_("A twin is not higher, but you can parry with it."), clause="3.3"
)
OLDER_COLOUR: Final = Refusal(
    "not_higher",
    N_("A newer colour is out now: yours is too low for this trick."),
    clause="3.3",
)


def too_low(value: int) -> Refusal:
    """The card has the right colour, but its value is too low."""
    return Refusal(
        "not_higher",
        N_("In this colour your card must be higher than %(value)s."),
        {"value": value},
        clause="3.3",
    )


NOT_TWIN: Final = Refusal(
    "not_twin",
    N_("You can only parry with the twin of the highest card: same colour, same value."),
    clause="3.6",
)
