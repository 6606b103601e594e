"""The photo finish: two cards almost at once; the table agrees which was first (RULES.md 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.kernel.contract import N_, Action, Millis, Refusal, Rules, Seat
from games.wortspiel import refusals
from games.wortspiel.actions import doubt
from games.wortspiel.state import Phase, State, Why, claimants, contenders, waited_for
from games.wortspiel.turn import Turn

POINTED_ALREADY: Final = Refusal("not_allowed", N_("You have already pointed there."))
NOT_AMONG_THEM: Final = Refusal(
    "invalid_target", N_("That player has no card in this photo finish.")
)
OBJECTING_ALREADY: Final = Refusal("not_allowed", N_("You have already objected."))
CONTENDERS_DO_NOT_POINT: Final = Refusal(
    "not_allowed", N_("One of these cards is yours: the others say which was first."), clause="4.3"
)
NOT_A_CONTENDER: Final = Refusal("not_allowed", N_("None of these cards is yours."), clause="4.3")
NO_PHOTO_FINISH: Final = Refusal(
    "wrong_phase", N_("There is no photo finish right now."), clause="4.3"
)


class Concede(Action, frozen=True):
    """A contender of a photo finish was not the first and takes the card back."""

    seq: int


class ObjectTo(Action, frozen=True):
    """A contender does not agree with the other seats."""

    seq: int


class PointTo(Action, frozen=True):
    """The seat says that this contender's card was the first one."""

    seat: Seat
    seq: int


def _contest(state: State, seq: int) -> Refusal | None:
    if state.phase is not Phase.PHOTO_FINISH:
        return NO_PHOTO_FINISH
    return None if seq == state.word.seq else refusals.SITUATION_OVER


def why_not_concede(
    rules: Rules, state: State, seat: Seat, action: Concede, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    refused = _contest(state, action.seq)
    return refused or (None if seat in contenders(state) else NOT_A_CONTENDER)


def why_not_object(
    rules: Rules, state: State, seat: Seat, action: ObjectTo, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    refused = _contest(state, action.seq)
    if refused:
        return refused
    if seat not in contenders(state):
        return NOT_A_CONTENDER
    return OBJECTING_ALREADY if seat in state.objecting else None


def why_not_point(
    rules: Rules, state: State, seat: Seat, action: PointTo, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    refused = _contest(state, action.seq)
    if refused:
        return refused
    if seat in claimants(state):
        return CONTENDERS_DO_NOT_POINT
    if action.seat not in contenders(state):
        return NOT_AMONG_THEM
    return POINTED_ALREADY if state.pointed[seat] == action.seat else None


def offers(state: State, seat: Seat) -> Sequence[Concede | ObjectTo | PointTo]:
    """Offer a contender to concede or object, and another seat to point to a contender."""
    seq, still = state.word.seq, contenders(state)
    if seat in claimants(state):
        if seat not in still:
            return []
        return [Concede(seq)] if seat in state.objecting else [Concede(seq), ObjectTo(seq)]
    return [PointTo(other, seq) for other in still if other != state.pointed[seat]]


def concede(turn: Turn, seat: Seat) -> None:
    """Concede; a card without contenders stays (RULES.md 4.3)."""
    turn.public_event("conceded", seat=seat)
    state = turn.state
    turn.state = replace(
        state,
        yielded=tuple(sorted((*state.yielded, seat))),
        objecting=tuple([other for other in state.objecting if other != seat]),
        pointed=tuple([None if to == seat else to for to in state.pointed]),
    )
    _look(turn)


def object_to(turn: Turn, seat: Seat) -> None:
    """Object; without this contender's consent the others cannot agree."""
    turn.public_event("objected", seat=seat)
    state = turn.state
    turn.state = replace(state, objecting=tuple(sorted((*state.objecting, seat))))
    _look(turn)


def point_to(turn: Turn, seat: Seat, to: Seat) -> None:
    """Point to the first card, as a seat without a card in the photo finish."""
    turn.public_event("pointed", seat=seat, to=to)
    pointed = list(turn.state.pointed)
    pointed[seat] = to
    turn.state = replace(turn.state, pointed=tuple(pointed))
    _look(turn)


def _look(turn: Turn) -> None:
    """Settle it if one contender is left, or if all seats have answered."""
    if len(contenders(turn.state)) == 1 or not waited_for(turn.state):
        settle(turn)


def settle(turn: Turn) -> None:
    """Let one card stay, or take all back (RULES.md 4.3, 4.4)."""
    state, first = turn.state, turn.state.word
    seat = _agreed(turn)
    turn.public_event("photo_settled", seq=first.seq, seat=seat)
    if seat == first.seat:
        _first_stays(turn)
        return
    claim = next((claim for claim in state.claims if claim.seat == seat), None)
    turn.leave_photo("photo_finish", but=claim)
    turn.take_back(first, "photo_finish")
    turn.state = replace(turn.state, doubters=())
    if claim is None:
        turn.state = replace(turn.state, settled=state.seq, earlier=())
        turn.want_colour(Why.PHOTO_FINISH)
    else:
        turn.lay_instead(claim, first)


def _agreed(turn: Turn) -> Seat | None:
    """Return the only contender, or the one to which all others point without an objection."""
    state = turn.state
    still = contenders(state)
    if len(still) == 1:
        return still[0]
    lookers = [seat for seat in range(state.seats) if seat not in claimants(state)]
    named = {state.pointed[seat] for seat in lookers}
    return named.pop() if len(named) == 1 and not state.objecting else None


def _first_stays(turn: Turn) -> None:
    """Let the first card stay: the time to doubt it begins now (RULES.md 4.5).

    A Halt! that came before takes effect.
    """
    turn.leave_photo("photo_finish")
    state = turn.state
    stays = replace(state.word, raced=False, at_ms=turn.at_ms)
    turn.state = replace(state, last=stays)
    if state.doubters:
        doubt.talk(turn)
    elif state.hands[stays.seat]:
        turn.race_on()
    else:
        turn.state = replace(turn.state, phase=Phase.FINAL_WINDOW, since_ms=turn.at_ms)
