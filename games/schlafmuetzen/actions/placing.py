"""Code that the three ways to lay a card share (RULES.md 3.8, 4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.kernel.contract import N_, Refusal, Seat
from games.schlafmuetzen.duty import PLACE_OF, SEAT_OF, mistake
from games.schlafmuetzen.state import Piles, State

NO_SUCH_PILE: Final = Refusal("invalid_target", N_("There is no such pile."))
OWN_PILE: Final = Refusal(
    "invalid_target",
    N_("Your own discard pile only takes a card that you have turned and keep."),
    clause="3.3",
)
TARGET_EMPTY: Final = Refusal(
    "target_empty", N_("That discard pile is empty, so no card fits on it."), clause="3.2"
)

# Only in the strict mode (RULES.md 3.8).
OVERLOOKED_DISCARD: Final = Refusal(
    "must_place_discard_first",
    N_("Play the top card of your discard pile first: it fits."),
    clause="3.5",
)
STRICT: Final[Mapping[str, Refusal]] = {
    "overlooked_discard": OVERLOOKED_DISCARD,
    "overlooked_revealed": Refusal(
        "must_place_revealed", N_("Look again: the card you turned fits somewhere.")
    ),
    "does_not_fit": Refusal("does_not_fit", N_("That card does not fit there."), clause="3.1"),
}
MIDDLE_FIRST: Final = Refusal(
    "middle_first", N_("It fits in the middle, and the middle comes first."), clause="3.4"
)
NEAREST_FIRST: Final = Refusal(
    "nearest_opponent_first", N_("It also fits on a pile that comes before this one."), clause="3.4"
)


def no_pile(state: State, seat: Seat, target: str) -> Refusal | None:
    """Return why no card can be laid there, without a hint where one fits (RULES.md 4.4)."""
    if target in PLACE_OF:
        return None
    other = SEAT_OF.get(target)
    if other is None or other >= state.seats:
        return NO_SUCH_PILE
    if other == seat:
        return OWN_PILE
    return None if state.piles.discards[other] else TARGET_EMPTY


def why_misplaced(piles: Piles, seat: Seat, source: str, target: str) -> Refusal | None:
    """Return the refusal in the strict mode if it is a mistake to lay it there (RULES.md 3.8)."""
    wrong = mistake(piles, seat, source, target)
    if wrong is None:
        return None
    if wrong.kind == "wrong_priority":
        middle = wrong.duty.targets[0] in PLACE_OF
        return MIDDLE_FIRST if middle else NEAREST_FIRST
    return STRICT[wrong.kind]
