"""Reasons to refuse an action: codes for programs, sentences for players."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Refusal

NO_SUCH_SITUATION: Final = Refusal("invalid_params", N_("That has not happened yet."))

IN_PAUSE: Final = Refusal(
    "in_pause",
    N_("Creative pause: you played the last card, so now it is the others' turn."),
    clause="3.7",
)

NO_RACE: Final = Refusal("wrong_phase", N_("The race has stopped for the moment."))
SITUATION_OVER: Final = Refusal("too_late", N_("Too late: the table has moved on."), clause="3.4")

OWN_WORD: Final = Refusal("not_allowed", N_("That is your own word."), clause="5.1")
