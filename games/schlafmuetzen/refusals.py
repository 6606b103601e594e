"""Reasons to refuse an action of any kind: codes for programs, sentences for players.

Refusals of only one kind of action are in its file in `actions/`. None of these sentences tells
where a card fits, except in the strict mode.
"""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Refusal
from games.kernel.refusals import refusal

NOT_YOUR_TURN: Final = refusal("not_your_turn")
STALE: Final = refusal("stale")
TOO_FAST: Final = Refusal(
    "too_fast", N_("A little slower: give the others time to see the last card."), clause="7.3"
)
NOTHING_TURNED: Final = Refusal("wrong_phase", N_("No card is turned."), clause="4.3")
ALL_LAID: Final = Refusal(
    "wrong_phase",
    N_("You have played all your cards. Now the others may look for a mistake."),
    clause="5.8",
)
