"""Why an action is refused: the codes are for programs, the sentences for people."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Refusal

NOT_IN_HAND: Final = Refusal("unknown_card", N_("That card is not in your hand."))
NO_SUCH_PILE: Final = Refusal("invalid_target", N_("There is no such pile."))
NO_SUCH_SITUATION: Final = Refusal("invalid_params", N_("That has not happened yet."))
NOT_YOUR_OPENING: Final = Refusal("not_your_turn", N_("Somebody else opens the round."))

TOO_LATE: Final = Refusal("too_late", N_("Too late: your card is back in your hand."))
WRONG_COLOUR: Final = Refusal("wrong_colour", N_("Lay on a pile of the demanded colour."))
IN_PAUSE: Final = Refusal(
    "in_pause", N_("Creative pause: you laid the last card, so now the others may lay.")
)
WORD_NOT_FROM_CARDS: Final = Refusal(
    "word_not_from_cards", N_("The word must be made of the two cards, with letters and hyphens.")
)
ONE_CARD: Final = Refusal("not_allowed", N_("You have a card in this photo finish already."))

NO_RACE: Final = Refusal("wrong_phase", N_("The race is stopped just now."))
OPENING_NOW: Final = Refusal("wrong_phase", N_("The first card has not been laid yet."))
OPENED_ALREADY: Final = Refusal("wrong_phase", N_("The first card has been laid already."))
SITUATION_OVER: Final = Refusal("too_late", N_("Too late: the table has moved on."))
STUCK_ALREADY: Final = Refusal("not_allowed", N_("You have already said that you cannot play."))
NOT_STUCK: Final = Refusal("not_allowed", N_("You have not said that you cannot play."))
NOTHING_SUBMITTED: Final = Refusal("not_allowed", N_("You have not chosen anything yet."))

OWN_WORD: Final = Refusal("not_allowed", N_("That is your own word."))
WINDOW_CLOSED: Final = Refusal(
    "window_closed", N_("Too late: this word cannot be doubted any more.")
)
NO_DOUBT: Final = Refusal("wrong_phase", N_("No word is being doubted now."))
NO_VOTE: Final = Refusal("wrong_phase", N_("There is no vote now."))
NOT_YOUR_VOTE: Final = Refusal("not_your_vote", N_("It is not your turn to vote."))
DOUBTING_ALREADY: Final = Refusal("not_allowed", N_("You doubt this word already."))
READY_ALREADY: Final = Refusal("not_allowed", N_("You are ready to vote already."))
VOTING_ALREADY: Final = Refusal("window_closed", N_("Too late: the vote has begun."))

NO_PHOTO_FINISH: Final = Refusal("wrong_phase", N_("There is no photo finish now."))
NOT_A_CONTENDER: Final = Refusal("not_allowed", N_("None of these cards is yours."))
CONTENDERS_DO_NOT_POINT: Final = Refusal(
    "not_allowed", N_("One of these cards is yours: the others say which was first.")
)
OBJECTING_ALREADY: Final = Refusal("not_allowed", N_("You object already."))
NOT_AMONG_THEM: Final = Refusal("invalid_target", N_("That seat has no card in this photo finish."))
POINTED_ALREADY: Final = Refusal("not_allowed", N_("You have pointed there already."))

NO_COLOUR_TO_CHOOSE: Final = Refusal("wrong_phase", N_("No colour is being chosen now."))
NOT_YOUR_COLOUR: Final = Refusal(
    "not_your_turn", N_("The player in the creative pause chooses the colour.")
)
COLOUR_NOT_AVAILABLE: Final = Refusal(
    "colour_not_available", N_("Choose another colour, one that lies on a pile.")
)
NOTHING_TO_ACCEPT: Final = Refusal("wrong_phase", N_("No last card waits to be accepted."))
ACCEPTED_ALREADY: Final = Refusal("not_allowed", N_("You have accepted this word already."))
