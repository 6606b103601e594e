"""An action in progress: cards drawn and laid down, queens woken, the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from games.kernel.contract import Event, Seat
from games.kernel.default_answers import round_over
from games.kernel.turn import TurnBuilder, put
from games.sleeping_queens.cards import (
    FACES,
    HAND,
    QUEEN_POINTS,
    QUEENS,
    ROSE,
    Face,
    Queen,
    clashing,
)
from games.sleeping_queens.options import chosen
from games.sleeping_queens.scores import leaders, outcome
from games.sleeping_queens.state import (
    EMPTY,
    Because,
    Ending,
    Phase,
    Reason,
    State,
    Waking,
    all_awake,
    goal_points,
    goal_queens,
    left_of,
    points,
)


class Turn(TurnBuilder[State]):
    """An action in progress, with a method for each thing that can happen in it."""

    def show_once(self, kind: str, slot: int, **data: Any) -> None:
        """Tell all viewers once that a queen goes to sleep on this slot (RULES.md 7.2, 7.3).

        Afterwards players must remember it, unless the option `memory_aid` keeps it in the log.
        """
        if chosen(self.rules, "memory_aid", "on"):
            self.public_event(kind, slot=slot, **data)
        else:
            self.events.append(Event(kind, {"slot": slot, **data}, moment=True, log=data))

    def enter(self, phase: Phase, **fields: Any) -> None:
        """Begin a new phase now."""
        self.change(phase=phase, since_ms=self.at_ms, **fields)

    # --- cards ---------------------------------------------------------------------------------

    def discard(self, seat: Seat, faces: Sequence[Face]) -> None:
        """Lay cards of a hand on the discard pile, the last one on top."""
        state = self.state
        hand = list(state.hands[seat])
        for face in faces:
            hand.remove(face)
        hands = put(state.hands, seat, tuple(hand))
        self.state = replace(state, hands=hands, discard=(*state.discard, *faces))

    def take(self, seat: Seat, faces: tuple[Face, ...]) -> None:
        """Add these cards to the seat's hand."""
        hands = self.state.hands
        self.change(hands=put(hands, seat, tuple(sorted(hands[seat] + faces))))

    def draw(self, count: int) -> tuple[Face, ...]:
        """Take cards from the top; for too few, shuffle all discards first (RULES.md 2.4)."""
        piled = self.state.draw
        if count > len(piled):
            self.public_event("reshuffled", count=len(self.state.discard))
            piled = (*self.chance.shuffled(self.state.discard), *piled)
            self.change(discard=())
        self.change(draw=piled[: len(piled) - count])
        return piled[: -count - 1 : -1]

    def refill(self, seat: Seat) -> None:
        """Draw up to a full hand (RULES.md 2.3); other seats learn only the number."""
        missing = HAND - len(self.state.hands[seat])
        if missing:
            drawn = self.draw(missing)
            self.take(seat, drawn)
            self.public_event("refilled", seat=seat, count=missing)
            self.private_event(seat, "drew", cards=[FACES[face] for face in drawn])

    def end_turn(self) -> None:
        """Refill the active seat's hand, and give the turn to the next seat (RULES.md 2.3)."""
        self.refill(self.state.active)
        state = self.state
        self.state = replace(
            state,
            phase=Phase.TURN,
            since_ms=self.at_ms,
            active=left_of(state, state.active),
            attack=None,
            waking=None,
            turned=None,
        )

    # --- queens --------------------------------------------------------------------------------

    def lay(self, slot: int, queen: Queen, shown: bool = False) -> None:
        """Put a queen or EMPTY on this slot; `shown`: all seats have seen the queen there."""
        slots, known = self.state.slots, self.state.shown
        self.change(
            slots=put(slots, slot, queen),
            shown=put(known, slot, shown),
        )

    def own(self, seat: Seat, queens: Iterable[Queen]) -> None:
        """Set the awake queens of this seat."""
        self.change(awake=put(self.state.awake, seat, tuple(sorted(queens))))

    def wake(self, seat: Seat, slot: int) -> None:
        """Turn up a sleeping queen (RULES.md 4); the round goes on from there."""
        queen = self.state.slots[slot]
        rival = clashing(queen, self.state.awake[seat])
        if rival is not None:
            self.lay(slot, queen, shown=True)
            self.show_once(
                "queen_put_back", slot, seat=seat, queen=QUEENS[queen], because=QUEENS[rival]
            )
            self.end_turn()
            return
        self.lay(slot, EMPTY)
        self.own(seat, (*self.state.awake[seat], queen))
        self.public_event(
            "queen_woken", seat=seat, queen=QUEENS[queen], slot=slot, points=QUEEN_POINTS[queen]
        )
        if self.decided_by(seat):
            return
        if queen == ROSE:
            self.enter(Phase.WAKE_CHOICE, waking=Waking(seat, Because.ROSE))
        else:
            self.end_turn()

    # --- the end -------------------------------------------------------------------------------

    def decided_by(self, seat: Seat) -> bool:
        """End the round at once if the seat's queens decide it (RULES.md 6.1 to 6.3).

        Return whether the round is over.
        """
        queens = self.state.awake[seat]
        if len(queens) >= goal_queens(self.state.seats):
            self.end_round(Reason.QUEENS, (seat,))
        elif points(queens) >= goal_points(self.state.seats):
            self.end_round(Reason.POINTS, (seat,))
        elif all_awake(self.state):
            self.end_round(Reason.ALL_AWAKE, leaders(self.rules, self.state.awake))
        return self.state.phase is Phase.OVER

    def end_round(self, reason: Reason, winners: tuple[Seat, ...]) -> None:
        """End the round."""
        ending = Ending(reason, winners)
        self.enter(Phase.OVER, attack=None, waking=None, ending=ending)
        self.events.append(round_over(outcome(self.state, ending)))
