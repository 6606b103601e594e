"""A viewer's observation of a round, built from an empty start (RULES.md 7).

A card is named by its face: "king", "jester", "knight", "potion", "dragon", "wand", or "1" to "10".
A queen is named by her attribute ("rose"), a sleeping one by her slot, 0 to 11.
"""

from __future__ import annotations

from typing import Annotated

from games.kernel.contract import Millis, Observation, Rules, Seat, Value, Viewer
from games.kernel.values import one_of
from games.sleeping_queens.cards import FACES, QUEEN_POINTS, QUEENS, names
from games.sleeping_queens.options import chosen
from games.sleeping_queens.state import (
    EMPTY,
    Ending,
    Phase,
    State,
    Turned,
    Waking,
    awaited_seat,
    goal_points,
    goal_queens,
    points,
)


class Place(Value, frozen=True):
    """The open cards of a seat: its queens, their points, and the number of cards in its hand."""

    queens: tuple[str, ...]
    points: int
    cards: int


class Attack(Value, frozen=True):
    """An attack that waits for its answer."""

    kind: str
    attacker: Seat
    victim: Seat
    queen: str
    slot: int | None


class Wake(Value, frozen=True):
    """The seat that chooses a sleeping queen, and why."""

    seat: Seat
    reason: str


class Reveal(Value, frozen=True):
    """The last card that a jester turned up in this turn, and the seat that the count met."""

    card: str
    counted: Seat | None


class Ended(Value, frozen=True):
    """The reason why the round is over, and the winners."""

    reason: str
    winners: tuple[Seat, ...]


class Board(Observation, frozen=True):
    """The table as one viewer sees it.

    * `slots`: True for a slot where a queen sleeps.
    * `remembered`: by slot, the name of a queen that all seats saw fall asleep there, if the memory
      aid is on, else None.
    * `hand`: the viewer's own cards.
    * `answered`: the viewer has decided to let the attack happen, which no other viewer knows yet.
    """

    phase: Annotated[str, one_of(Phase)]
    active: Seat
    dealer: Seat
    since_ms: Millis
    slots: tuple[bool, ...]
    remembered: tuple[str | None, ...]
    places: tuple[Place, ...]
    hand: tuple[str, ...]
    draw: int
    discard: int
    discard_top: str | None
    attack: Attack | None
    wake: Wake | None
    reveal: Reveal | None
    answered: bool
    goal_queens: int
    goal_points: int
    ended: Ended | None

    @property
    def near_goal(self) -> tuple[Seat, ...]:
        """The seats that one more queen may bring to the goal."""
        return tuple(
            seat
            for seat, place in enumerate(self.places)
            if len(place.queens) + 1 == self.goal_queens
            or place.points + min(QUEEN_POINTS) >= self.goal_points
        )


def observe(rules: Rules, state: State, viewer: Viewer) -> Board:
    """Return the table as this seat, or a spectator, sees it."""
    answered = _answered(state, viewer)
    awaited = awaited_seat(state)
    return Board(
        viewer=viewer,
        awaited=() if awaited is None or answered else (awaited,),
        phase=state.phase.value,
        active=state.active,
        dealer=state.dealer,
        since_ms=state.since_ms,
        slots=tuple([queen != EMPTY for queen in state.slots]),
        remembered=_remembered(rules, state),
        places=tuple(
            [
                Place(tuple([QUEENS[queen] for queen in queens]), points(queens), len(hand))
                for queens, hand in zip(state.awake, state.hands, strict=True)
            ]
        ),
        hand=() if viewer is None else names(state.hands[viewer]),
        draw=len(state.draw),
        discard=len(state.discard),
        discard_top=FACES[state.discard[-1]] if state.discard else None,
        attack=_attack(state),
        wake=_wake(state.waking),
        reveal=_reveal(state.turned),
        answered=answered,
        goal_queens=goal_queens(state.seats),
        goal_points=goal_points(state.seats),
        ended=_ended(state.ending),
    )


def _answered(state: State, viewer: Viewer) -> bool:
    attack = state.attack
    return attack is not None and attack.victim == viewer and attack.answered


def _attack(state: State) -> Attack | None:
    attack = state.attack
    if attack is None:
        return None
    queen = QUEENS[attack.queen]
    return Attack(attack.raid.value, state.active, attack.victim, queen, attack.slot)


def _wake(waking: Waking | None) -> Wake | None:
    return None if waking is None else Wake(waking.seat, waking.because.value)


def _reveal(turned: Turned | None) -> Reveal | None:
    return None if turned is None else Reveal(FACES[turned.face], turned.counted)


def _ended(ending: Ending | None) -> Ended | None:
    return None if ending is None else Ended(ending.reason.value, ending.winners)


def _remembered(rules: Rules, state: State) -> tuple[str | None, ...]:
    if chosen(rules, "memory_aid", "off"):
        return (None,) * len(state.slots)
    return tuple(
        QUEENS[queen] if shown and queen != EMPTY else None
        for queen, shown in zip(state.slots, state.shown, strict=True)
    )
