"""Reasons to refuse an action: codes for programs, sentences for players.

One code may have several sentences, so that each player gets the reason that helps. This module has
those that several kinds of actions share; the others are with their action.
"""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Refusal

NOT_IN_HAND: Final = Refusal("unknown_card", N_("That card is not in your hand."))

ANSWER_FIRST: Final = Refusal(
    "wrong_phase", N_("One of your queens is attacked: defend her, or let it happen."), clause="5.1"
)
WAKE_FIRST: Final = Refusal("wrong_phase", N_("Choose a sleeping queen first."), clause="5.7")
NOT_ATTACKED: Final = Refusal("wrong_phase", N_("None of your queens is attacked."))
NOTHING_WAKES: Final = Refusal(
    "wrong_phase", N_("Only a king wakes a queen: choose a king as well."), clause="3.2"
)

NO_SUCH_SLOT: Final = Refusal("invalid_target", N_("There is no such place for queens."))

NO_ATTACK_TO_MEET: Final = Refusal(
    "not_playable_now",
    N_("Dragons and wands stay in your hand until one of your queens is attacked."),
    clause="3.8",
)

SLOT_EMPTY: Final = Refusal("slot_empty", N_("No queen sleeps there."), clause="3.2")
