"""The action to turn the top card of the draw pile (RULES.md 4.2)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.kernel.contract import N_, Action, Refusal, Seat
from games.kernel.turn import put
from games.schlafmuetzen import scores
from games.schlafmuetzen.actions import placing
from games.schlafmuetzen.duty import overlooked
from games.schlafmuetzen.state import Phase, Piles, Reason, State
from games.schlafmuetzen.turn import Turn

OVERS: Final = 2
"""Times that every seat turns its pile over before the round counts as stalled (RULES.md 6.5)."""
TURNED_ALREADY: Final = Refusal(
    "wrong_phase", N_("You have already turned a card: play that one."), clause="4.1"
)


class Reveal(Action, frozen=True):
    """Turn the top card of the draw pile; without one, turn the discard pile over first."""

    seq: int


def why_not(state: State, seat: Seat, action: Reveal) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    return None if state.phase is Phase.OPEN else TURNED_ALREADY


def why_wrong(piles: Piles, seat: Seat, action: Reveal) -> Refusal | None:
    """Return the refusal in the strict mode if it is a mistake, else None (RULES.md 3.8)."""
    return None if overlooked(piles, seat) is None else placing.OVERLOOKED_DISCARD


def offers(state: State, seat: Seat) -> tuple[Reveal, ...]:
    """Offer it while no card is turned."""
    return (Reveal(state.seq),)


def carry_out(turn: Turn, seat: Seat, action: Reveal) -> None:
    """Turn the card."""
    turn_top(turn)


def turn_top(turn: Turn) -> None:
    """Turn the active seat's top card.

    Without a draw pile, the seat's discard pile is turned over first, unshuffled (RULES.md 4.2).
    """
    state, piles = turn.state, turn.state.piles
    seat = state.active
    draw, over = piles.draws[seat], 0
    discards, overs, missed = piles.discards, piles.overs, piles.missed
    if not draw:
        discard = discards[seat]
        over = len(discard)
        missed = (
            overlooked(piles, seat) if over > 1 else None
        )  # the pile's only card is the one turned now
        draw = discard[::-1]
        discards = put(discards, seat, ())
        overs = put(overs, seat, overs[seat] + 1)
    turn.public_event("turned", seat=seat, card=draw[-1], over=over)
    turn.state = replace(
        state,
        phase=Phase.REVEALED,
        seq=state.seq + 1,
        since_ms=turn.at_ms,
        piles=Piles(
            middle=piles.middle,
            draws=put(piles.draws, seat, draw[:-1]),
            discards=discards,
            overs=overs,
            turned=draw[-1],
            flipped=over - 1 if over else None,
            missed=missed,
        ),
    )
    if over and min(overs) >= OVERS:
        turn.end_round(Reason.STALLED, scores.fewest(turn.state))
