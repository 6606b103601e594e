"""The call "Schlafmütze!" and its effect (RULES.md 5)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.kernel.contract import N_, Action, Refusal, Seat
from games.kernel.turn import put
from games.schlafmuetzen import events
from games.schlafmuetzen.duty import PLACE_OF, SEAT_OF, clockwise
from games.schlafmuetzen.options import chosen
from games.schlafmuetzen.state import (
    OWN,
    TURNED,
    Laid,
    Phase,
    Piles,
    Reason,
    State,
    cards_left,
    may_call,
)
from games.schlafmuetzen.turn import Turn, unturned, without

WINDOW_CLOSED: Final = Refusal(
    "window_closed", N_("Too late: that card can no longer be called."), clause="5.1"
)
OWN_PLACEMENT: Final = Refusal("not_allowed", N_("You played that card yourself."), clause="5.2")
LOCKED: Final = Refusal(
    "not_allowed",
    N_("After a wrong call you may not call again before your next turn."),
    clause="5.7",
)
ACCEPTED: Final = Refusal(
    "not_allowed", N_("You have already said that it looks fine."), clause="5.3"
)


class CallSchlafmuetze(Action, frozen=True):
    """Claim that there was a mistake, without naming it."""

    seq: int


def why_not(state: State, seat: Seat, seq: int) -> Refusal | None:
    """Return why the seat may not answer this placement; None if it may (RULES.md 5.1 to 5.3)."""
    if not state.window or seq != state.laid[-1].seq:
        return WINDOW_CLOSED
    if seat == state.laid[-1].seat:
        return OWN_PLACEMENT
    if seat in state.accepted:
        return ACCEPTED
    return None if may_call(state, seat) else LOCKED


def offers(state: State) -> tuple[CallSchlafmuetze, ...]:
    """Offer it to the seats that may call."""
    return (CallSchlafmuetze(state.laid[-1].seq),)


def carry_out(turn: Turn, seat: Seat, action: CallSchlafmuetze) -> None:
    """Check the placements that the call is about."""
    call(turn, seat)


def call(turn: Turn, seat: Seat) -> None:
    """Check the placements; only now does the table tell whether there was a mistake."""
    covered = turn.state.laid
    for number, laid in enumerate(covered):
        if laid.mistake is not None:
            _rightly(turn, seat, laid, covered[number + 1 :])
            return
    _wrongly(turn, seat)


# --- a right call (RULES.md 5.4 to 5.6) ----------------------------------------------------------


def _rightly(turn: Turn, caller: Seat, first: Laid, later: tuple[Laid, ...]) -> None:
    state, accused = turn.state, first.seat
    assert first.mistake is not None
    ended = first.target == OWN  # the mistake ended the turn, and the turn stays over
    following = state.active if ended else (accused + 1) % state.seats
    turn.public_event(
        "called_out",
        seat=caller,
        accused=accused,
        next=following,
        **events.wrong(first, first.mistake),
    )
    shut = {"laid": (), "window": False, "before": None, "accepted": ()}
    if ended:
        turn.state = replace(state, **shut)
    else:
        turn.state = replace(
            state,
            phase=Phase.OPEN,
            active=following,
            piles=_taken_back(turn, first, later),
            since_ms=turn.at_ms,
            seq=state.seq + 1,
            locked=without(state.locked, following),
            undone=False,
            **shut,
        )
    _penalty(turn, accused)


def _taken_back(turn: Turn, first: Laid, later: tuple[Laid, ...]) -> Piles:
    """Return the piles as they were right after the mistake, without the wrong card.

    The turned card is face down again, and the wrong card is on its owner's discard pile (RULES.md
    5.4, 5.9).
    """
    state, accused = turn.state, first.seat
    hidden = [(accused, laid.card) for laid in later if laid.source == TURNED]
    over = [accused] if any(laid.over for laid in later) else []
    if state.piles.turned:
        hidden.append((state.active, state.piles.turned))
    if state.piles.flipped is not None and state.active not in over:
        over.append(state.active)
    piles = state.before if later and state.before is not None else state.piles
    if piles.turned:
        piles = unturned(piles, accused)
    turn.events.append(events.taken_back(first, later, hidden, over))
    place = PLACE_OF.get(first.target)
    if place is not None:
        middle = put(piles.middle, place, piles.middle[place][:-1])
        piles = replace(piles, middle=middle)
    else:
        other = SEAT_OF[first.target]
        piles = replace(piles, discards=put(piles.discards, other, piles.discards[other][:-1]))
    own = (*piles.discards[accused], first.card)
    return replace(piles, discards=put(piles.discards, accused, own))


def _penalty(turn: Turn, accused: Seat) -> None:
    """Collect the penalty cards for the accused (RULES.md 5.5).

    Clockwise from its left, each seat gives the bottom card of its draw pile. It goes unseen to the
    very bottom of the accused's draw pile. A seat that gives its last card wins (5.6).
    """
    state = turn.state
    wins = chosen(turn.rules, "penalty_win", True)
    givers = [
        seat
        for seat in clockwise(state.seats, accused)
        if state.piles.draws[seat] and (wins or cards_left(state.piles, seat, state.active) > 1)
    ]
    for giver in givers:
        state = _bottom_card(state, giver, accused)
    turn.public_event("penalty", seat=accused, givers=givers)
    turn.state = state
    rid = tuple([seat for seat in givers if not cards_left(state.piles, seat, state.active)])
    if rid:
        turn.end_round(Reason.GIVEN, rid)


def _bottom_card(state: State, giver: Seat, to: Seat) -> State:
    """Move the bottom card of one draw pile to the bottom of another."""
    piles = state.piles
    card, *rest = piles.draws[giver]
    flipped, missed = piles.flipped, piles.missed
    if giver == state.active and flipped is not None and flipped == len(rest) + 1:
        # It was the top of the discard pile that was turned over: a card that is gone cannot be
        # overlooked (RULES.md 4.7).
        flipped, missed = flipped - 1, None
    draws = put(piles.draws, giver, tuple(rest))
    draws = put(draws, to, (card, *draws[to]))
    return replace(state, piles=replace(piles, draws=draws, flipped=flipped, missed=missed))


# --- a wrong call (RULES.md 5.7, 5.8) ------------------------------------------------------------


def _wrongly(turn: Turn, caller: Seat) -> None:
    """Shut the window, as all players now know that there was no mistake."""
    state = turn.state
    latest = state.laid[-1]
    cost = _cost(turn, latest.seat)
    turn.public_event("called_wrongly", seat=caller, accused=latest.seat, seq=latest.seq, cost=cost)
    state = replace(state, window=False, laid=(latest,), accepted=())
    if cost == "card":
        state = _bottom_card(state, latest.seat, caller)
    elif cost == "locked":
        state = replace(state, locked=tuple(sorted((*state.locked, caller))))
    turn.state = state
    if state.phase is Phase.WIN_WINDOW:
        turn.end_round(Reason.LAID, (latest.seat,))


def _cost(turn: Turn, accused: Seat) -> str:
    """Return the cost: a card of the accused, if its draw pile has one and it is not its last."""
    state = turn.state
    if state.phase is Phase.WIN_WINDOW or chosen(turn.rules, "false_call", "none"):
        return "nothing"
    if chosen(turn.rules, "false_call", "lockout"):
        return "locked"
    spare = cards_left(state.piles, accused, state.active) > 1
    return "card" if spare and state.piles.draws[accused] else "locked"
