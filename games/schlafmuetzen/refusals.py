"""Why an action is refused: the codes are for programs, the sentences for people.

None of these says anything about where a card fits, but in the strict mode.
"""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Refusal
from games.kernel.refusals import refuse

NOT_YOUR_TURN: Final = refuse("not_your_turn")
STALE: Final = refuse("stale")
TOO_FAST: Final = Refusal(
    "too_fast", N_("A little slower: the others must be able to see the last card.")
)

TURNED_ALREADY: Final = Refusal("wrong_phase", N_("A card is turned already: lay that one."))
NOTHING_TURNED: Final = Refusal("wrong_phase", N_("No card is turned."))
ALL_LAID: Final = Refusal(
    "wrong_phase", N_("All your cards are laid. Now the others may look for a mistake.")
)
NOT_TURNED_OVER: Final = Refusal(
    "wrong_phase", N_("Your discard pile was not turned over for this card.")
)
UNDONE_ALREADY: Final = Refusal("wrong_phase", N_("A pile can be turned back only once in a turn."))

NO_DISCARD: Final = Refusal("no_card", N_("Your discard pile is empty."))
NO_SUCH_PILE: Final = Refusal("invalid_target", N_("There is no such pile."))
OWN_PILE: Final = Refusal(
    "invalid_target",
    N_("Your own discard pile only takes a card that you have turned and keep."),
)
TARGET_EMPTY: Final = Refusal(
    "target_empty", N_("There is no card on that discard pile to lay one on.")
)

WINDOW_CLOSED: Final = Refusal(
    "window_closed", N_("Too late: nothing can be said about that card any more.")
)
OWN_PLACEMENT: Final = Refusal("not_allowed", N_("You laid that card yourself."))
LOCKED: Final = Refusal(
    "not_allowed", N_("After a wrong call you may not call before your next turn.")
)
ACCEPTED: Final = Refusal("not_allowed", N_("You have said that you have no objection."))

# In the strict mode only (RULES.md 3.8).
STRICT: Final = {
    "overlooked_discard": Refusal(
        "must_place_discard_first", N_("First lay the top card of your discard pile: it fits.")
    ),
    "overlooked_revealed": Refusal(
        "must_place_revealed", N_("Look again: the turned card fits somewhere.")
    ),
    "does_not_fit": Refusal("does_not_fit", N_("That card does not fit there.")),
}
MIDDLE_FIRST: Final = Refusal("middle_first", N_("It fits in the middle, and that comes first."))
NEAREST_FIRST: Final = Refusal(
    "nearest_opponent_first", N_("It also fits on a pile that comes before this one.")
)
