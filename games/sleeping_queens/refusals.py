"""Why an action is refused: the codes are for programs, the sentences for people.

One code may have several sentences, so that "why can't I play this" gets the answer that helps.
"""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Refusal

NOT_IN_HAND: Final = Refusal("unknown_card", N_("That card is not in your hand."))

ANSWER_FIRST: Final = Refusal(
    "wrong_phase", N_("One of your queens is attacked: defend her or let it happen.")
)
WAKE_FIRST: Final = Refusal("wrong_phase", N_("First choose a sleeping queen."))
NOT_ATTACKED: Final = Refusal("wrong_phase", N_("None of your queens is attacked."))
NOTHING_WAKES: Final = Refusal(
    "wrong_phase", N_("Only a king wakes a queen: choose a king as well.")
)

KING_NEEDS_QUEEN: Final = Refusal(
    "invalid_target", N_("Choose the sleeping queen that your king should wake as well.")
)
NO_SUCH_SLOT: Final = Refusal("invalid_target", N_("There is no such place for queens."))
ATTACK_NEEDS_QUEEN: Final = Refusal(
    "invalid_target", N_("Choose a queen who lies awake before somebody else as well.")
)
OWN_QUEEN: Final = Refusal("invalid_target", N_("She is yours already: choose another's queen."))

NO_ATTACK_TO_MEET: Final = Refusal(
    "not_playable_now",
    N_("Dragons and wands wait in your hand until one of your queens is attacked."),
)
NO_QUEEN_FOR_KNIGHT: Final = Refusal(
    "not_playable_now", N_("No one else has a queen that your knight could bring you.")
)
NO_QUEEN_FOR_POTION: Final = Refusal(
    "not_playable_now", N_("No one else has a queen whom your potion could send to sleep.")
)

SLOT_EMPTY: Final = Refusal("slot_empty", N_("No queen sleeps there."))
SLOT_OCCUPIED: Final = Refusal("slot_occupied", N_("Somebody sleeps there already."))
FIRST_PLACE_ONLY: Final = Refusal(
    "not_allowed", N_("At this table a queen goes to sleep on the first empty place.")
)
CAT_DOG: Final = Refusal(
    "cat_dog_conflict",
    N_("The Cat Queen and the Dog Queen cannot live together: you have the other one."),
)

NOT_A_SET: Final = Refusal(
    "not_a_valid_set",
    N_(
        "Lay down one number, two equal ones, or three and more of which one is the sum of the"
        " rest."
    ),
)
NOT_BALANCED: Final = Refusal(
    "not_a_valid_set",
    N_("Lay down one number, two equal ones, or three and more that make an addition."),
)
SAY_THE_SUM: Final = Refusal("invalid_params", N_("Say what these cards add up to as well."))
WRONG_SUM: Final = Refusal("invalid_params", N_("That is not what they add up to. Count again."))
NO_SUM_TO_SAY: Final = Refusal("invalid_params", N_("There is no sum to say here."))

SOMETHING_PLAYABLE: Final = Refusal(
    "has_playable_card",
    N_("Only when nothing in your hand can be played may you lay down any card."),
)

ONLY_A_DRAGON: Final = Refusal("wrong_card", N_("Against a knight only a dragon helps."))
ONLY_A_WAND: Final = Refusal("wrong_card", N_("Against a potion only a wand helps."))
ALREADY_ANSWERED: Final = Refusal("not_allowed", N_("You have answered: in a moment it happens."))

MUST_WAKE: Final = Refusal(
    "not_allowed", N_("At this table you have to wake a queen when the count ends at you.")
)
ROSE_MUST_WAKE: Final = Refusal(
    "not_allowed", N_("The Rose Queen brings another one along: choose a sleeping queen.")
)
