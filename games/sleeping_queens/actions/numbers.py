"""Number cards: one, a pair, or an addition (RULES.md 3.6)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from typing import Final

from games.kernel.contract import N_, Action, Refusal, Rules, Seat
from games.sleeping_queens import refusals
from games.sleeping_queens.cards import HAND, Face, number, value_of
from games.sleeping_queens.options import chosen
from games.sleeping_queens.state import State
from games.sleeping_queens.sums import addition, is_number_set, number_sets
from games.sleeping_queens.turn import Turn

NO_NUMBER: Final = 0
"""Stands for a special card among number cards; it is not a number, so it is never legal."""
ONE: Final = number(1)
"""From this face on, the cards of a sorted hand are numbers."""
NOT_A_SET: Final = Refusal(
    "not_a_valid_set",
    N_("Discard one number, two equal ones, or three or more where one is the sum of the others."),
    clause="3.6",
)
NOT_BALANCED: Final = Refusal(
    "not_a_valid_set",
    N_("Discard one number, two equal ones, or three or more that make a sum."),
    clause="3.6",
)
SAY_THE_SUM: Final = Refusal(
    "invalid_params", N_("Also say what these cards add up to."), clause="3.6"
)
WRONG_SUM: Final = Refusal(
    "invalid_params", N_("That is not what they add up to. Count again."), clause="3.6"
)
NO_SUM_TO_SAY: Final = Refusal("invalid_params", N_("There is no sum to say here."), clause="3.6")


class DiscardNumbers(Action, frozen=True, omit_defaults=True):
    """One number, a pair, or an addition; `result`: the sum as typed, if the player must say it."""

    cards: tuple[int, ...]
    result: int | None = None


def why_not(rules: Rules, state: State, seat: Seat, action: DiscardNumbers) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    both_sides = chosen(rules, "equation", "both_sides")
    no_set = NOT_BALANCED if both_sides else NOT_A_SET
    cards = action.cards
    if not 0 < len(cards) <= HAND or not all(1 <= value <= 10 for value in cards):
        return no_set
    if Counter(map(number, cards)) - Counter(state.hands[seat]):
        return refusals.NOT_IN_HAND
    if not is_number_set(cards, both_sides):
        return no_set
    right = _sum_to_say(cards, both_sides, chosen(rules, "say_sum", "on"))
    return _sum_said(action.result, right)


def _sum_to_say(cards: tuple[int, ...], both_sides: bool, says_sum: bool) -> int | None:
    sum_ = addition(cards, both_sides) if says_sum else None
    return None if sum_ is None else sum_.result


def _sum_said(said: int | None, right: int | None) -> Refusal | None:
    if said == right:
        return None
    if right is None:
        return NO_SUM_TO_SAY
    return SAY_THE_SUM if said is None else WRONG_SUM


def offers(rules: Rules, state: State, seat: Seat) -> tuple[DiscardNumbers, ...]:
    """Offer every set of numbers in the hand, with the right sum if the player must say it."""
    both_sides, says_sum = chosen(rules, "equation", "both_sides"), chosen(rules, "say_sum", "on")
    hand = state.hands[seat]
    # Cache by the numbers alone: there are 3,003 different hands of them.
    return _number_offers(hand[bisect_left(hand, ONE) :], both_sides, says_sum)


@lru_cache(maxsize=16_384)
def _number_offers(
    faces: tuple[Face, ...], both_sides: bool, says_sum: bool
) -> tuple[DiscardNumbers, ...]:
    values = tuple(value_of(face) for face in faces)
    return tuple(
        DiscardNumbers(cards, _sum_to_say(cards, both_sides, says_sum))
        for cards in number_sets(values, both_sides)
    )


def carry_out(turn: Turn, seat: Seat, action: DiscardNumbers) -> None:
    """Lay the numbers down, and draw the same number of cards (RULES.md 3.6)."""
    cards = tuple(sorted(action.cards))
    turn.discard(seat, [number(value) for value in cards])
    sum_ = addition(cards, chosen(turn.rules, "equation", "both_sides"))
    said = None if sum_ is None else sum_.said
    turn.public_event("numbers_discarded", seat=seat, cards=list(cards), equation=said)
    turn.end_turn()
