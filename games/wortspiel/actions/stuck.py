"""“I cannot”, and taking it back (RULES.md 6.3 to 6.5)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.kernel.contract import N_, Action, Millis, Refusal, Rules, Seat
from games.wortspiel import refusals
from games.wortspiel.options import sealed
from games.wortspiel.situations import of_now
from games.wortspiel.state import Phase, State, waited_for
from games.wortspiel.turn import Turn

NOTHING_SUBMITTED: Final = Refusal("not_allowed", N_("You have not chosen anything yet."))
NOT_STUCK: Final = Refusal(
    "not_allowed", N_("You have not said that you cannot play."), clause="6.3"
)
STUCK_ALREADY: Final = Refusal(
    "not_allowed", N_("You have already said that you cannot play."), clause="6.3"
)


class DeclareStuck(Action, frozen=True):
    """“I cannot.”"""

    seq: int


class RetractStuck(Action, frozen=True):
    """“I can, after all.”"""

    seq: int


def why_not_declare(
    rules: Rules, state: State, seat: Seat, action: DeclareStuck, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed, without a look at the hand; None if it is (RULES.md 6.3)."""
    refused = _racing(state, seat, action.seq)
    return refused or (STUCK_ALREADY if seat in state.stuck else None)


def why_not_retract(
    rules: Rules, state: State, seat: Seat, action: RetractStuck, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    refused = _racing(state, seat, action.seq)
    if refused or seat in state.stuck:
        return refused
    if not sealed(rules):
        return NOT_STUCK
    return None if _submitted(state, seat) else NOTHING_SUBMITTED


def _racing(state: State, seat: Seat, seq: int) -> Refusal | None:
    refused = of_now(state, seq)
    if refused:
        return refused
    if state.phase is not Phase.RACE:
        return refusals.NO_RACE
    return refusals.IN_PAUSE if seat == state.pause else None


def _submitted(state: State, seat: Seat) -> bool:
    return seat in [claim.seat for claim in state.claims]


def offers(state: State, seat: Seat) -> list[DeclareStuck | RetractStuck]:
    """Offer “I cannot”, or to take it or a submitted card back."""
    done = seat in state.stuck or _submitted(state, seat)
    cannot: list[DeclareStuck | RetractStuck] = [RetractStuck(state.seq)] if done else []
    return cannot if seat in state.stuck else [DeclareStuck(state.seq), *cannot]


def declare(turn: Turn, seat: Seat, by_time: bool = False) -> None:
    """Note that the seat cannot lay; when no seat can, they draw."""
    if sealed(turn.rules):
        turn.submit(seat, None)
        return
    state = turn.state
    turn.public_event("stuck", seat=seat, by_time=by_time)
    turn.state = replace(state, stuck=tuple(sorted((*state.stuck, seat))))
    if not waited_for(turn.state):
        turn.all_stuck()


def retract(turn: Turn, seat: Seat) -> None:
    """Note that the seat can, after all; unseen, it takes its submission back."""
    state = turn.state
    if sealed(turn.rules):
        turn.private_event(seat, "withdrew")
    else:
        turn.public_event("unstuck", seat=seat)
    turn.state = replace(
        state,
        stuck=tuple([other for other in state.stuck if other != seat]),
        claims=tuple([claim for claim in state.claims if claim.seat != seat]),
    )


def idle(turn: Turn) -> None:
    """Note “I cannot” for every seat that has not answered in the race."""
    seats = waited_for(turn.state)
    if sealed(turn.rules):
        for seat in seats:
            turn.submit(seat, None)
        return
    for seat in seats:
        declare(turn, seat, by_time=True)
