"""The rollout policy: how all seats play in the rounds that the search bot samples.

It gets whole states, and uses only what the seat could know there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.kernel.contract import Chance, Rules, Seat
from games.sleeping_queens.actions import (
    Defend,
    DiscardAny,
    DiscardNumbers,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
    WakeQueen,
)
from games.sleeping_queens.cards import (
    FACES,
    JESTER,
    KING,
    KNIGHT,
    POTION,
    QUEEN_POINTS,
    QUEENS,
    Face,
    clashing,
    is_number,
    value_of,
)
from games.sleeping_queens.state import (
    DEFENCE_CARD,
    EMPTY,
    Phase,
    Raid,
    State,
    asleep,
    goal_queens,
    may_attack,
    points,
)
from games.sleeping_queens.sums import number_sets

BETTER_THAN_MOST: Final = 7.5
"""Points from which a known queen is a better choice than an unknown one."""


def rollout_policy(rules: Rules, state: State, seat: Seat, chance: Chance) -> SleepingQueensAction:
    """Return the action of this seat, which must act."""
    if state.phase is Phase.DEFENSE:
        card = DEFENCE_CARD[state.pending.raid]
        return Defend(FACES[card]) if card in state.hands[seat] else LetHappen()
    if state.phase is Phase.WAKE_CHOICE:
        return WakeQueen(slot_to_wake(state, seat, chance))
    return _turn(state, seat, chance)


def _turn(state: State, seat: Seat, chance: Chance) -> SleepingQueensAction:
    hand = state.hands[seat]
    if KING in hand:
        return PlayKing(slot_to_wake(state, seat, chance))
    if KNIGHT in hand and (targets := may_attack(state.awake, state.active, Raid.KNIGHT)):
        victim, queen = max(targets, key=lambda target: QUEEN_POINTS[target[1]])
        return PlayKnight(victim, QUEENS[queen])
    if JESTER in hand:
        return PlayJester()
    if POTION in hand and (targets := may_attack(state.awake, state.active, Raid.POTION)):
        victim, queen = max(
            targets, key=lambda target: (points(state.awake[target[0]]), QUEEN_POINTS[target[1]])
        )
        return PlayPotion(victim, QUEENS[queen])
    cards = most_numbers(hand)
    return DiscardNumbers(cards) if cards else DiscardAny(FACES[hand[-1]])


def slot_to_wake(state: State, seat: Seat, chance: Chance) -> int:
    """Return the slot of a remembered queen who wins or is better than most, else a random slot."""
    last = len(state.awake[seat]) + 1 >= goal_queens(state.seats)
    unknown = []
    best, most = None, 0 if last else BETTER_THAN_MOST
    for slot, queen in enumerate(state.slots):
        if queen == EMPTY:
            continue
        if not state.shown[slot]:
            unknown.append(slot)
        elif QUEEN_POINTS[queen] > most and clashing(queen, state.awake[seat]) is None:
            best, most = slot, QUEEN_POINTS[queen]
    if best is not None:
        return best
    return chance.choice(unknown or asleep(state))


@lru_cache(maxsize=4096)
def most_numbers(hand: tuple[Face, ...]) -> tuple[int, ...]:
    """Return the largest set of number cards to lay down."""
    sets = list(number_sets([value_of(face) for face in hand if is_number(face)]))
    return sets[-1] if sets else ()
