"""What each action leads to (RULES.md 3, 5 and 8).

This is the newest revision; what an older one did otherwise lies under `versions/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from games.kernel.contract import Chance, Millis, Rules, Seat, Step
from games.sleeping_queens.actions import (
    DeclineWake,
    Defend,
    DiscardAny,
    DiscardNumbers,
    HoldOver,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
    TimeUp,
    WakeQueen,
)
from games.sleeping_queens.cards import (
    FACE_NAMED,
    FACES,
    JESTER,
    KING,
    QUEEN_NAMED,
    QUEEN_POINTS,
    QUEENS,
    is_number,
    number,
    value_of,
)
from games.sleeping_queens.options import chosen
from games.sleeping_queens.state import (
    ATTACK_CARD,
    Because,
    Pending,
    Phase,
    Raid,
    State,
    Turned,
    Waking,
    asleep,
    empty,
)
from games.sleeping_queens.sums import addition
from games.sleeping_queens.turn import Effects, Turn
from games.sleeping_queens.versions import revision_1

HOLD_AT_LEAST_MS: Final = 2500  # RULES.md 5.4
HOLD_EXTRA_MS: Final = 1500


def apply(
    rules: Rules,
    state: State,
    seat: Seat | None,
    action: SleepingQueensAction,
    chance: Chance,
    at_ms: Millis,
) -> Step[State]:
    """Carry out a legal action; without a seat the table does it."""
    turn = Turn(rules, state, chance, at_ms)
    if seat is None:
        TABLE[type(action)](turn)
    else:
        EFFECTS[rules.revision][type(action)](turn, seat, action)
    return turn.step()


# --- the turn (RULES.md 3) -------------------------------------------------------------------------


def play_king(turn: Turn, seat: Seat, action: PlayKing) -> None:
    """RULES.md 3.2."""
    turn.discard(seat, (KING,))
    turn.public_event("king_played", seat=seat, slot=action.slot)
    turn.wake(seat, action.slot)


def play_jester(turn: Turn, seat: Seat, action: PlayJester) -> None:
    """RULES.md 3.3: a special card and another go, or a number and a count."""
    turn.discard(seat, (JESTER,))
    turn.public_event("jester_played", seat=seat)
    face = turn.draw()
    if not is_number(face):
        turn.public_event("jester_revealed", seat=seat, card=FACES[face], counted=None)
        turn.hold(seat, (*turn.state.hands[seat], face))
        turn.enter(Phase.TURN, turned=Turned(face, None))
        return
    counted = (seat + value_of(face) - 1) % turn.state.seats
    turn.public_event("jester_revealed", seat=seat, card=FACES[face], counted=counted)
    turn.change(discard=(*turn.state.discard, face))
    turn.enter(
        Phase.WAKE_CHOICE, waking=Waking(counted, Because.JESTER), turned=Turned(face, counted)
    )


def play_knight(turn: Turn, seat: Seat, action: PlayKnight) -> None:
    """RULES.md 3.4."""
    _attack(turn, seat, Raid.KNIGHT, action.victim, action.queen, None)


def play_potion(turn: Turn, seat: Seat, action: PlayPotion) -> None:
    """RULES.md 3.5."""
    slot = empty(turn.state)[0] if action.slot is None else action.slot
    _attack(turn, seat, Raid.POTION, action.victim, action.queen, slot)


def _attack(turn: Turn, seat: Seat, raid: Raid, victim: Seat, queen: str, slot: int | None) -> None:
    turn.discard(seat, (ATTACK_CARD[raid],))
    turn.public_event(
        "attack", kind=raid.value, attacker=seat, victim=victim, queen=queen, slot=slot
    )
    attack = Pending(raid, victim, QUEEN_NAMED[queen], slot, draw_hold(turn.chance))
    turn.enter(Phase.DEFENSE, attack=attack)


def draw_hold(chance: Chance) -> Millis:
    """How long at least an attack waits before it succeeds (RULES.md 5.4)."""
    return HOLD_AT_LEAST_MS + chance.below(HOLD_EXTRA_MS + 1)


def discard_numbers(turn: Turn, seat: Seat, action: DiscardNumbers) -> None:
    """RULES.md 3.6."""
    cards = tuple(sorted(action.cards))
    turn.discard(seat, [number(value) for value in cards])
    sum_ = addition(cards, chosen(turn.rules, "equation", "both_sides"))
    said = None if sum_ is None else sum_.said
    turn.public_event("numbers_discarded", seat=seat, cards=list(cards), equation=said)
    turn.end_turn()


def discard_any(turn: Turn, seat: Seat, action: DiscardAny) -> None:
    """RULES.md 3.7."""
    turn.discard(seat, (FACE_NAMED[action.card],))
    turn.public_event("card_discarded", seat=seat, card=action.card)
    turn.end_turn()


# --- the answer to an attack (RULES.md 5.1 to 5.5) -----------------------------------------------


def defend(turn: Turn, seat: Seat, action: Defend) -> None:
    """RULES.md 5.2: the queen stays; the card is replaced at once, and the attack is over."""
    attacker = turn.state.active
    queen = QUEENS[turn.state.pending.queen]
    turn.discard(seat, (FACE_NAMED[action.card],))
    turn.public_event("defended", victim=seat, attacker=attacker, card=action.card, queen=queen)
    turn.refill(seat)
    turn.end_turn()


def let_happen(turn: Turn, seat: Seat, action: LetHappen) -> None:
    """RULES.md 5.4: while the hold lasts, nobody but the victim learns of the answer."""
    attack = turn.state.pending
    if attack.holding:
        turn.change(attack=replace(attack, answered=True))
        turn.private_event(seat, "answered")
    else:
        surrender(turn)


def hold_over(turn: Turn) -> None:
    """RULES.md 5.4: an answer that was held back takes effect; without one, nothing is seen."""
    attack = turn.state.pending
    if attack.answered:
        surrender(turn)
    else:
        turn.change(attack=replace(attack, holding=False))


def surrender(turn: Turn) -> None:
    """RULES.md 5.3: the attack succeeds."""
    attack, attacker = turn.state.pending, turn.state.active
    queen, victim = attack.queen, attack.victim
    turn.own(victim, (other for other in turn.state.awake[victim] if other != queen))
    if attack.slot is not None:
        turn.lay(attack.slot, queen, shown=True)
        turn.show_once(
            "queen_slept", attack.slot, attacker=attacker, victim=victim, queen=QUEENS[queen]
        )
        turn.end_turn()
        return
    turn.own(attacker, (*turn.state.awake[attacker], queen))
    turn.public_event(
        "queen_stolen",
        attacker=attacker,
        victim=victim,
        queen=QUEENS[queen],
        points=QUEEN_POINTS[queen],
    )
    if not turn.decided_by(attacker):
        turn.end_turn()


# --- the choice of a sleeping queen (RULES.md 5.6, 5.7) --------------------------------------------


def wake_queen(turn: Turn, seat: Seat, action: WakeQueen) -> None:
    """RULES.md 5.6, 5.7."""
    turn.wake(seat, action.slot)


def decline_wake(turn: Turn, seat: Seat, action: DeclineWake) -> None:
    """RULES.md 5.6."""
    turn.public_event("wake_declined", seat=seat)
    turn.end_turn()


# --- what the table does when time is up (RULES.md 8) ----------------------------------------------


def time_up(turn: Turn) -> None:
    """RULES.md 8.2: the table acts for the awaited seat."""
    LATE[turn.state.phase](turn)


def _turn_up(turn: Turn) -> None:
    seat = turn.state.active
    turn.public_event("timed_out", seat=seat, kind="turn")
    hand = turn.state.hands[seat]
    numbers = [face for face in hand if is_number(face)]
    if numbers:
        cards = (value_of(turn.chance.choice(numbers)),)
        discard_numbers(turn, seat, DiscardNumbers(cards))
    else:
        discard_any(turn, seat, DiscardAny(FACES[turn.chance.choice(hand)]))


def _defense_up(turn: Turn) -> None:
    turn.public_event("timed_out", seat=turn.state.pending.victim, kind="defense")
    surrender(turn)


def _wake_up(turn: Turn) -> None:
    seat = turn.state.choice.seat
    turn.public_event("timed_out", seat=seat, kind="wake")
    turn.wake(seat, turn.chance.choice(asleep(turn.state)))


LATE: Final[Mapping[Phase, Callable[[Turn], None]]] = {
    Phase.TURN: _turn_up,
    Phase.DEFENSE: _defense_up,
    Phase.WAKE_CHOICE: _wake_up,
}


NEWEST: Final[Effects] = {
    PlayKing: play_king,
    PlayJester: play_jester,
    DiscardNumbers: discard_numbers,
    PlayKnight: play_knight,
    PlayPotion: play_potion,
    DiscardAny: discard_any,
    Defend: defend,
    LetHappen: let_happen,
    WakeQueen: wake_queen,
    DeclineWake: decline_wake,
}
EFFECTS: Final[Mapping[int, Effects]] = {
    1: {**NEWEST, **revision_1.EFFECTS},
    2: NEWEST,
}
"""By revision, then by action."""
TABLE: Final[Mapping[type[Any], Callable[[Turn], None]]] = {
    HoldOver: hold_over,
    TimeUp: time_up,
}
