"""What may be done: one judge for each action, and what can be offered (RULES.md 3 and 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from games.kernel.contract import Millis, Refusal, Rules, Seat
from games.sleeping_queens import refusals
from games.sleeping_queens.actions import (
    NOWHERE,
    DeclineWake,
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
    FACE_NAMED,
    FACES,
    HAND,
    JESTER,
    KING,
    KNIGHT,
    POTION,
    QUEEN_NAMED,
    QUEENS,
    SLOTS,
    Face,
    Queen,
    clashing,
    is_number,
    number,
    value_of,
)
from games.sleeping_queens.options import chosen
from games.sleeping_queens.state import (
    ATTACK_CARD,
    DEFENCE_CARD,
    EMPTY,
    Awake,
    Because,
    Phase,
    Raid,
    State,
    asleep,
    empty,
    may_attack,
    sleeping,
    stuck,
)
from games.sleeping_queens.sums import addition, is_number_set, number_sets

Verdict: TypeAlias = Refusal | None


def why_not(
    rules: Rules, state: State, seat: Seat, action: SleepingQueensAction, at_ms: Millis
) -> Verdict:
    """Why an awaited seat may not do this now; None if it may."""
    judge = JUDGES[state.phase].get(type(action))
    if judge is None:
        return _out_of_phase(state.phase, action)
    return judge(rules, state, seat, action)


def legal_actions(rules: Rules, state: State, seat: Seat) -> Offered:
    """All that this awaited seat can be offered."""
    return OFFERS[state.phase](rules, state, seat)


# --- the turn (RULES.md 3) -------------------------------------------------------------------


def _king(rules: Rules, state: State, seat: Seat, action: PlayKing) -> Verdict:
    # Whether the queen there clashes with an own one is a matter of memory, not of legality:
    # the answer must not tell (RULES.md 4.3).
    if KING not in state.hands[seat]:
        return refusals.NOT_IN_HAND
    if action.slot == NOWHERE:
        return refusals.KING_NEEDS_QUEEN
    return _sleeper(state, action.slot)


def _sleeper(state: State, slot: int) -> Verdict:
    if not 0 <= slot < SLOTS:
        return refusals.NO_SUCH_SLOT
    return refusals.SLOT_EMPTY if state.slots[slot] == EMPTY else None


def _jester(rules: Rules, state: State, seat: Seat, action: PlayJester) -> Verdict:
    return None if JESTER in state.hands[seat] else refusals.NOT_IN_HAND


def _knight(rules: Rules, state: State, seat: Seat, action: PlayKnight) -> Verdict:
    refusal = _target(state, seat, Raid.KNIGHT, action.victim, action.queen)
    if refusal is None and clashing(QUEEN_NAMED[action.queen], state.awake[seat]) is not None:
        return refusals.CAT_DOG
    return refusal


def _potion(rules: Rules, state: State, seat: Seat, action: PlayPotion) -> Verdict:
    refusal = _target(state, seat, Raid.POTION, action.victim, action.queen)
    if refusal is not None or action.slot is None:
        return refusal
    if chosen(rules, "potion_slot", "lowest"):
        return refusals.FIRST_PLACE_ONLY
    if not 0 <= action.slot < SLOTS:
        return refusals.NO_SUCH_SLOT
    return None if state.slots[action.slot] == EMPTY else refusals.SLOT_OCCUPIED


def _target(state: State, seat: Seat, raid: Raid, victim: Seat, queen: str) -> Verdict:
    if ATTACK_CARD[raid] not in state.hands[seat]:
        return refusals.NOT_IN_HAND
    if victim == seat:
        return refusals.OWN_QUEEN
    if 0 <= victim < state.seats and QUEEN_NAMED.get(queen) in state.awake[victim]:
        return None
    if may_attack(state.awake, state.active, raid):
        return refusals.ATTACK_NEEDS_QUEEN
    return refusals.NO_QUEEN_FOR_KNIGHT if raid is Raid.KNIGHT else refusals.NO_QUEEN_FOR_POTION


def _numbers(rules: Rules, state: State, seat: Seat, action: DiscardNumbers) -> Verdict:
    both_sides = chosen(rules, "equation", "both_sides")
    no_set = refusals.NOT_BALANCED if both_sides else refusals.NOT_A_SET
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


def _sum_said(said: int | None, right: int | None) -> Verdict:
    if said == right:
        return None
    if right is None:
        return refusals.NO_SUM_TO_SAY
    return refusals.SAY_THE_SUM if said is None else refusals.WRONG_SUM


def _any(rules: Rules, state: State, seat: Seat, action: DiscardAny) -> Verdict:
    if FACE_NAMED.get(action.card) not in state.hands[seat]:
        return refusals.NOT_IN_HAND
    if chosen(rules, "single_discard", "any_card") or stuck(state, seat):
        return None
    return refusals.SOMETHING_PLAYABLE


# --- the answer to an attack (RULES.md 5.1 to 5.5) ---------------------------------------------


def _defend(rules: Rules, state: State, seat: Seat, action: Defend) -> Verdict:
    face = FACE_NAMED.get(action.card)
    if face not in state.hands[seat]:
        return refusals.NOT_IN_HAND
    raid = state.pending.raid
    if face == DEFENCE_CARD[raid]:
        return None
    return refusals.ONLY_A_DRAGON if raid is Raid.KNIGHT else refusals.ONLY_A_WAND


def _let_happen(rules: Rules, state: State, seat: Seat, action: LetHappen) -> Verdict:
    return refusals.ALREADY_ANSWERED if state.pending.answered else None


# --- the choice of a sleeping queen (RULES.md 5.6, 5.7) ------------------------------------------


def _wake(rules: Rules, state: State, seat: Seat, action: WakeQueen) -> Verdict:
    return refusals.WAKE_FIRST if action.slot == NOWHERE else _sleeper(state, action.slot)


def _decline(rules: Rules, state: State, seat: Seat, action: DeclineWake) -> Verdict:
    if state.choice.because is Because.ROSE:
        return refusals.ROSE_MUST_WAKE
    return refusals.MUST_WAKE if chosen(rules, "jester_wake", "forced") else None


Judge: TypeAlias = Callable[[Rules, State, Seat, Any], Verdict]
JUDGES: Final[Mapping[Phase, Mapping[type[Any], Judge]]] = {
    Phase.TURN: {
        PlayKing: _king,
        PlayJester: _jester,
        DiscardNumbers: _numbers,
        PlayKnight: _knight,
        PlayPotion: _potion,
        DiscardAny: _any,
    },
    Phase.DEFENSE: {Defend: _defend, LetHappen: _let_happen},
    Phase.WAKE_CHOICE: {WakeQueen: _wake, DeclineWake: _decline},
    Phase.OVER: {},
}


def _out_of_phase(phase: Phase, action: SleepingQueensAction) -> Refusal:
    if phase is Phase.DEFENSE:
        return refusals.ANSWER_FIRST
    if phase is Phase.WAKE_CHOICE:
        return refusals.WAKE_FIRST
    if isinstance(action, Defend):
        return refusals.NO_ATTACK_TO_MEET
    return refusals.NOT_ATTACKED if isinstance(action, LetHappen) else refusals.NOTHING_WAKES


# --- offers --------------------------------------------------------------------------------------


# Each kind of offer depends on little of the state, and comes up again and again.


def _turn_offers(rules: Rules, state: State, seat: Seat) -> Offered:
    hand = state.hands[seat]
    found: Offered = _number_offers(
        hand, chosen(rules, "equation", "both_sides"), chosen(rules, "say_sum", "on")
    )
    if JESTER in hand:
        found = (PlayJester(), *found)
    if KING in hand:
        found = _kings(state.slots) + found
    if KNIGHT in hand:
        found += _knights(state.awake, state.active)
    if POTION in hand:
        lowest = chosen(rules, "potion_slot", "lowest")
        found += _potions(state.awake, state.active, (None,) if lowest else empty(state))
    if chosen(rules, "single_discard", "any_card") or stuck(state, seat):
        found += _specials(hand)
    return found


@lru_cache(maxsize=4_096)
def _kings(slots: tuple[Queen, ...]) -> Offered:
    return tuple(PlayKing(slot) for slot in sleeping(slots))


@lru_cache(maxsize=4_096)
def _knights(awake: Awake, active: Seat) -> Offered:
    raids = may_attack(awake, active, Raid.KNIGHT)
    return tuple(PlayKnight(victim, QUEENS[queen]) for victim, queen in raids)


@lru_cache(maxsize=4_096)
def _potions(awake: Awake, active: Seat, slots: tuple[int | None, ...]) -> Offered:
    raids = may_attack(awake, active, Raid.POTION)
    return tuple(
        PlayPotion(victim, QUEENS[queen], slot) for victim, queen in raids for slot in slots
    )


@lru_cache(maxsize=4_096)
def _specials(hand: tuple[Face, ...]) -> Offered:
    # A single number is already offered as such: it is the same move.
    specials = sorted({face for face in hand if not is_number(face)})
    return tuple(DiscardAny(FACES[face]) for face in specials)


@lru_cache(maxsize=16_384)
def _number_offers(hand: tuple[Face, ...], both_sides: bool, says_sum: bool) -> Offered:
    values = tuple(value_of(face) for face in hand if is_number(face))
    return tuple(
        DiscardNumbers(cards, _sum_to_say(cards, both_sides, says_sum))
        for cards in number_sets(values, both_sides)
    )


def _defense_offers(rules: Rules, state: State, seat: Seat) -> Offered:
    attack = state.pending
    card = DEFENCE_CARD[attack.raid]
    defences: Offered = (Defend(FACES[card]),) if card in state.hands[seat] else ()
    return defences if attack.answered else (*defences, LetHappen())


def _wake_offers(rules: Rules, state: State, seat: Seat) -> Offered:
    queens = tuple(WakeQueen(slot) for slot in asleep(state))
    may_decline = _decline(rules, state, seat, DeclineWake()) is None
    return (*queens, DeclineWake()) if may_decline else queens


def _no_offers(rules: Rules, state: State, seat: Seat) -> Offered:
    return ()


Offered: TypeAlias = tuple[SleepingQueensAction, ...]
Offerer: TypeAlias = Callable[[Rules, State, Seat], Offered]
OFFERS: Final[Mapping[Phase, Offerer]] = {
    Phase.TURN: _turn_offers,
    Phase.DEFENSE: _defense_offers,
    Phase.WAKE_CHOICE: _wake_offers,
    Phase.OVER: _no_offers,
}
