"""What each action leads to (RULES.md 3, 5 and 8).

This is the newest revision; what an older one did otherwise lies under `versions/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from games.kernel.contract import Chance, Millis, Seat
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
from games.sleeping_queens.course import Course, Effects
from games.sleeping_queens.options import chosen
from games.sleeping_queens.state import (
    ATTACK_CARD,
    Because,
    Pending,
    Phase,
    Raid,
    Turned,
    Waking,
    asleep,
    empty,
)
from games.sleeping_queens.sums import addition
from games.sleeping_queens.versions import revision_1

HOLD_AT_LEAST_MS: Final = 2500  # RULES.md 5.4
HOLD_EXTRA_MS: Final = 1500


def carry_out(course: Course, seat: Seat | None, action: SleepingQueensAction) -> None:
    """Do a legal action; without a seat the table does it."""
    if seat is None:
        TABLE[type(action)](course)
    else:
        EFFECTS[course.rules.revision][type(action)](course, seat, action)


# --- the turn (RULES.md 3) -------------------------------------------------------------------------


def play_king(course: Course, seat: Seat, action: PlayKing) -> None:
    """RULES.md 3.2."""
    course.discard(seat, (KING,))
    course.public_event("king_played", seat=seat, slot=action.slot)
    course.wake(seat, action.slot)


def play_jester(course: Course, seat: Seat, action: PlayJester) -> None:
    """RULES.md 3.3: a special card and another go, or a number and a count."""
    course.discard(seat, (JESTER,))
    course.public_event("jester_played", seat=seat)
    face = course.draw()
    if not is_number(face):
        course.public_event("jester_revealed", seat=seat, card=FACES[face], counted=None)
        course.hold(seat, (*course.state.hands[seat], face))
        course.enter(Phase.TURN, turned=Turned(face, None))
        return
    counted = (seat + value_of(face) - 1) % course.state.seats
    course.public_event("jester_revealed", seat=seat, card=FACES[face], counted=counted)
    course.change(discard=(*course.state.discard, face))
    course.enter(
        Phase.WAKE_CHOICE, waking=Waking(counted, Because.JESTER), turned=Turned(face, counted)
    )


def play_knight(course: Course, seat: Seat, action: PlayKnight) -> None:
    """RULES.md 3.4."""
    _attack(course, seat, Raid.KNIGHT, action.victim, action.queen, None)


def play_potion(course: Course, seat: Seat, action: PlayPotion) -> None:
    """RULES.md 3.5."""
    slot = empty(course.state)[0] if action.slot is None else action.slot
    _attack(course, seat, Raid.POTION, action.victim, action.queen, slot)


def _attack(
    course: Course, seat: Seat, raid: Raid, victim: Seat, queen: str, slot: int | None
) -> None:
    course.discard(seat, (ATTACK_CARD[raid],))
    course.public_event(
        "attack", kind=raid.value, attacker=seat, victim=victim, queen=queen, slot=slot
    )
    attack = Pending(raid, victim, QUEEN_NAMED[queen], slot, draw_hold(course.chance))
    course.enter(Phase.DEFENSE, attack=attack)


def draw_hold(chance: Chance) -> Millis:
    """How long at least an attack waits before it succeeds (RULES.md 5.4)."""
    return HOLD_AT_LEAST_MS + chance.below(HOLD_EXTRA_MS + 1)


def discard_numbers(course: Course, seat: Seat, action: DiscardNumbers) -> None:
    """RULES.md 3.6."""
    cards = tuple(sorted(action.cards))
    course.discard(seat, [number(value) for value in cards])
    sum_ = addition(cards, chosen(course.rules, "equation", "both_sides"))
    said = None if sum_ is None else sum_.said
    course.public_event("numbers_discarded", seat=seat, cards=list(cards), equation=said)
    course.end_turn()


def discard_any(course: Course, seat: Seat, action: DiscardAny) -> None:
    """RULES.md 3.7."""
    course.discard(seat, (FACE_NAMED[action.card],))
    course.public_event("card_discarded", seat=seat, card=action.card)
    course.end_turn()


# --- the answer to an attack (RULES.md 5.1 to 5.5) -----------------------------------------------


def defend(course: Course, seat: Seat, action: Defend) -> None:
    """RULES.md 5.2: the queen stays; the card is replaced at once, and the attack is over."""
    attacker = course.state.active
    queen = QUEENS[course.state.pending.queen]
    course.discard(seat, (FACE_NAMED[action.card],))
    course.public_event("defended", victim=seat, attacker=attacker, card=action.card, queen=queen)
    course.refill(seat)
    course.end_turn()


def let_happen(course: Course, seat: Seat, action: LetHappen) -> None:
    """RULES.md 5.4: while the hold lasts, nobody but the victim learns of the answer."""
    attack = course.state.pending
    if attack.holding:
        course.change(attack=replace(attack, answered=True))
        course.private_event(seat, "answered")
    else:
        surrender(course)


def hold_over(course: Course) -> None:
    """RULES.md 5.4: an answer that was held back takes effect; without one, nothing is seen."""
    attack = course.state.pending
    if attack.answered:
        surrender(course)
    else:
        course.change(attack=replace(attack, holding=False))


def surrender(course: Course) -> None:
    """RULES.md 5.3: the attack succeeds."""
    attack, attacker = course.state.pending, course.state.active
    queen, victim = attack.queen, attack.victim
    course.own(victim, (other for other in course.state.awake[victim] if other != queen))
    if attack.slot is not None:
        course.lay(attack.slot, queen, shown=True)
        course.show_once(
            "queen_slept", attack.slot, attacker=attacker, victim=victim, queen=QUEENS[queen]
        )
        course.end_turn()
        return
    course.own(attacker, (*course.state.awake[attacker], queen))
    course.public_event(
        "queen_stolen",
        attacker=attacker,
        victim=victim,
        queen=QUEENS[queen],
        points=QUEEN_POINTS[queen],
    )
    if not course.decided_by(attacker):
        course.end_turn()


# --- the choice of a sleeping queen (RULES.md 5.6, 5.7) --------------------------------------------


def wake_queen(course: Course, seat: Seat, action: WakeQueen) -> None:
    """RULES.md 5.6, 5.7."""
    course.wake(seat, action.slot)


def decline_wake(course: Course, seat: Seat, action: DeclineWake) -> None:
    """RULES.md 5.6."""
    course.public_event("wake_declined", seat=seat)
    course.end_turn()


# --- what the table does when time is up (RULES.md 8) ----------------------------------------------


def time_up(course: Course) -> None:
    """RULES.md 8.2: the table acts for the awaited seat."""
    LATE[course.state.phase](course)


def _turn_up(course: Course) -> None:
    seat = course.state.active
    course.public_event("timed_out", seat=seat, kind="turn")
    hand = course.state.hands[seat]
    numbers = [face for face in hand if is_number(face)]
    if numbers:
        cards = (value_of(course.chance.choice(numbers)),)
        discard_numbers(course, seat, DiscardNumbers(cards))
    else:
        discard_any(course, seat, DiscardAny(FACES[course.chance.choice(hand)]))


def _defense_up(course: Course) -> None:
    course.public_event("timed_out", seat=course.state.pending.victim, kind="defense")
    surrender(course)


def _wake_up(course: Course) -> None:
    seat = course.state.choice.seat
    course.public_event("timed_out", seat=seat, kind="wake")
    course.wake(seat, course.chance.choice(asleep(course.state)))


LATE: Final[Mapping[Phase, Callable[[Course], None]]] = {
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
TABLE: Final[Mapping[type[Any], Callable[[Course], None]]] = {
    HoldOver: hold_over,
    TimeUp: time_up,
}
