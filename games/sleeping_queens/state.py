"""The state of a round of Sleeping Queens, and simple questions about it (RULES.md 2)."""

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
"""The awake queens, by seat."""
EMPTY: Final = -1
"""The content of a slot whose queen is awake."""


class Phase(StrEnum):
    """The phase of a round; it decides who may act and how."""

    TURN = "turn"
    DEFENSE = "defense"
    WAKE_CHOICE = "wake_choice"
    OVER = "over"


class Raid(StrEnum):
    """The two ways to attack a queen."""

    KNIGHT = "knight"
    POTION = "potion"


class Because(StrEnum):
    """The reason why a seat may wake a queen without a king."""

    JESTER = "jester"
    ROSE = "rose"


class Reason(StrEnum):
    """The reason why a round ended."""

    QUEENS = "queens"
    POINTS = "points"
    ALL_AWAKE = "all_awake"
    CLOSED = "closed"


ATTACK_CARD: Final = {Raid.KNIGHT: KNIGHT, Raid.POTION: POTION}
DEFENCE_CARD: Final = {Raid.KNIGHT: DRAGON, Raid.POTION: WAND}  # RULES.md 5.2


class Pending(Value, frozen=True):
    """An attack that waits for its answer; the attacker is the active seat.

    `holding`: the drawn shortest time `hold_ms` is not over yet. `answered`: the victim has decided
    to let it happen, which no other seat learns before the hold is over (RULES.md 5.4).
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
    """The card that a jester turned up this turn, and the seat that the count met."""

    face: Face
    counted: Seat | None


class Ending(Value, frozen=True):
    """The end of the round: its reason and its winners."""

    reason: Reason
    winners: tuple[Seat, ...]


class State(Value, frozen=True):
    """The whole state of a round. Hands and awake queens are sorted, tops of piles are last.

    * `slots`: the queen on each slot, or EMPTY.
    * `shown`: by slot, whether all seats have seen the queen who sleeps there.
    * `since_ms`: when the present phase began.
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
    """Return the number of queens that wins (RULES.md 6.1)."""
    return 5 if seats <= 3 else 4


def goal_points(seats: int) -> int:
    """Return the number of points that wins (RULES.md 6.1)."""
    return 50 if seats <= 3 else 40


def points(queens: tuple[Queen, ...]) -> int:
    """Return the points of these queens together."""
    return sum([QUEEN_POINTS[queen] for queen in queens])


def left_of(state: State, seat: Seat) -> Seat:
    """Return the next seat clockwise."""
    return (seat + 1) % state.seats


def asleep(state: State) -> tuple[int, ...]:
    """Return the slots where a queen sleeps."""
    return tuple([slot for slot, queen in enumerate(state.slots) if queen != EMPTY])


def empty(state: State) -> tuple[int, ...]:
    """Return the empty slots."""
    return tuple([slot for slot, queen in enumerate(state.slots) if queen == EMPTY])


def all_awake(state: State) -> bool:
    """Return whether all queens are awake."""
    return state.slots.count(EMPTY) == len(state.slots)


def awaited_seat(state: State) -> Seat | None:
    """Return the seat that all viewers see the round wait for; None when the round is over."""
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
    """Return owners and queens that the active seat may attack (RULES.md 3.4, 3.5).

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
    """Return whether the active seat could play a card of this face now (RULES.md 3.8)."""
    if face in (DRAGON, WAND):
        return False
    if face == KNIGHT:
        return bool(may_attack(state.awake, state.active, Raid.KNIGHT))
    if face == POTION:
        return bool(may_attack(state.awake, state.active, Raid.POTION))
    return True  # numbers and jesters always; kings too, as a queen sleeps until the end


def stuck(state: State, seat: Seat) -> bool:
    """Return whether no card in this hand can be played, so that any card may go (RULES.md 3.7)."""
    hand = state.hands[seat]
    # Numbers are last in a hand, and can always be played.
    return not is_number(hand[-1]) and not any(playable(state, face) for face in hand)
