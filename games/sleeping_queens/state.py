"""A round of Sleeping Queens as a value, and plain questions about it (RULES.md 2)."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeAlias

from games.kernel.contract import Millis, Seat, Value
from games.sleeping_queens.cards import (
    DRAGON,
    KNIGHT,
    POTION,
    QUEEN_POINTS,
    WAND,
    Face,
    Queen,
    clashing,
    is_number,
)

Awake: TypeAlias = tuple[tuple[Queen, ...], ...]
"""The queens that lie awake, by seat."""
EMPTY: Final = -1
"""What lies on a slot whose queen is awake."""


class Phase(StrEnum):
    """Where the round stands; decides who may act and how."""

    TURN = "turn"
    DEFENSE = "defense"
    WAKE_CHOICE = "wake_choice"
    OVER = "over"


class Raid(StrEnum):
    """The two ways to attack a queen."""

    KNIGHT = "knight"
    POTION = "potion"


class Because(StrEnum):
    """Why a seat may wake a queen outside the playing of a king."""

    JESTER = "jester"
    ROSE = "rose"


class Reason(StrEnum):
    """Why a round ended."""

    QUEENS = "queens"
    POINTS = "points"
    ALL_AWAKE = "all_awake"
    CLOSED = "closed"


ATTACK_CARD: Final = {Raid.KNIGHT: KNIGHT, Raid.POTION: POTION}
DEFENCE_CARD: Final = {Raid.KNIGHT: DRAGON, Raid.POTION: WAND}  # RULES.md 5.2


class Pending(Value, frozen=True):
    """An attack that waits for its answer; the attacker is the active seat.

    `holding`: the drawn shortest time `hold_ms` is not over yet. `answered`: the victim has
    already said to let it happen, which nobody else learns before the hold is over (RULES.md 5.4).
    """

    raid: Raid
    victim: Seat
    queen: Queen
    slot: int | None
    hold_ms: Millis
    holding: bool = True
    answered: bool = False


class Waking(Value, frozen=True):
    """A seat that chooses a sleeping queen."""

    seat: Seat
    because: Because


class Turned(Value, frozen=True):
    """What a jester turned up this turn, and whom the count met."""

    face: Face
    counted: Seat | None


class Ending(Value, frozen=True):
    """How the round ended."""

    reason: Reason
    winners: tuple[Seat, ...]


class State(Value, frozen=True):
    """Everything about a round. Hands and awake queens are kept sorted, pile tops are last.

    `slots`: the queen on each slot, or EMPTY. `shown`: whether everybody once saw the queen who
    sleeps there. `since_ms`: when the present phase began.
    """

    phase: Phase
    dealer: Seat
    active: Seat
    slots: tuple[Queen, ...]
    shown: tuple[bool, ...]
    awake: Awake
    hands: tuple[tuple[Face, ...], ...]
    draw: tuple[Face, ...]
    discard: tuple[Face, ...]
    since_ms: Millis
    attack: Pending | None = None
    waking: Waking | None = None
    turned: Turned | None = None
    ending: Ending | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def pending(self) -> Pending:
        """The attack of a `defense` phase."""
        assert self.attack is not None
        return self.attack

    @property
    def choice(self) -> Waking:
        """The choice of a `wake_choice` phase."""
        assert self.waking is not None
        return self.waking


def goal_queens(seats: int) -> int:
    """So many queens win (RULES.md 6.1)."""
    return 5 if seats <= 3 else 4


def goal_points(seats: int) -> int:
    """So many points win (RULES.md 6.1)."""
    return 50 if seats <= 3 else 40


def points(queens: tuple[Queen, ...]) -> int:
    """What these queens count together."""
    return sum([QUEEN_POINTS[queen] for queen in queens])


def left_of(state: State, seat: Seat) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % state.seats


def asleep(state: State) -> tuple[int, ...]:
    """The slots where a queen sleeps."""
    return tuple([slot for slot, queen in enumerate(state.slots) if queen != EMPTY])


def empty(state: State) -> tuple[int, ...]:
    """The slots where none sleeps."""
    return tuple([slot for slot, queen in enumerate(state.slots) if queen == EMPTY])


def all_awake(state: State) -> bool:
    """Whether no queen sleeps any more."""
    return state.slots.count(EMPTY) == len(state.slots)


def awaited_seat(state: State) -> Seat | None:
    """The one seat that everybody sees being waited for; None when the round is over."""
    match state.phase:
        case Phase.TURN:
            return state.active
        case Phase.DEFENSE:
            return state.pending.victim
        case Phase.WAKE_CHOICE:
            return state.choice.seat
        case Phase.OVER:
            return None


@lru_cache(maxsize=4_096)
def may_attack(awake: Awake, active: Seat, raid: Raid) -> tuple[tuple[Seat, Queen], ...]:
    """The queens that the active seat may send a knight or a potion to (RULES.md 3.4, 3.5).

    `awake`: by seat.
    """
    own = awake[active]
    return tuple(
        (victim, queen)
        for victim, queens in enumerate(awake)
        if victim != active
        for queen in queens
        if raid is Raid.POTION or clashing(queen, own) is None
    )


def playable(state: State, face: Face) -> bool:
    """Whether the active seat could play a card of this face now (RULES.md 3.8)."""
    if face in (DRAGON, WAND):
        return False
    if face == KNIGHT:
        return bool(may_attack(state.awake, state.active, Raid.KNIGHT))
    if face == POTION:
        return bool(may_attack(state.awake, state.active, Raid.POTION))
    return True  # numbers and jesters always; kings too, as some queen sleeps until the end


def stuck(state: State, seat: Seat) -> bool:
    """Whether nothing in this hand can be played, so that any card may go (RULES.md 3.7)."""
    hand = state.hands[seat]
    # Numbers come last in a hand, and can always be played.
    return not is_number(hand[-1]) and not any(playable(state, face) for face in hand)
