"""Two cards at almost the same time: the table agrees which was first (RULES.md 4)."""

from __future__ import annotations

from msgspec.structs import replace

from games.kernel.contract import Seat
from games.wortspiel import doubts
from games.wortspiel.actions import PlayCard
from games.wortspiel.events import card_facts
from games.wortspiel.forms import spoken
from games.wortspiel.hands import without
from games.wortspiel.legality import piles_before
from games.wortspiel.state import Claim, Laid, Phase, Why, claimants, contenders, waited_for
from games.wortspiel.turn import Turn


def contend(turn: Turn, seat: Seat, action: PlayCard, first: Laid) -> None:
    """A card hardly later than the first one for the same situation: both lie, and all stop.

    What was laid for the next situation is taken back (RULES.md 4.1, 4.5).
    """
    if turn.go_back_to(first, "photo_finish"):
        turn.state = replace(turn.state, doubters=())
    state = turn.state
    card = turn.lexicon.card_named[action.card]
    base = piles_before(state, first)[action.pile][-1]
    claim = Claim(seat, card, action.pile, base, spoken(action.word))
    turn.public_event("contender", **card_facts(turn.rules, claim), seq=first.seq)
    begins = state.phase is not Phase.PHOTO_FINISH
    turn.state = replace(
        state,
        phase=Phase.PHOTO_FINISH,
        hands=without(state.hands, seat, card),
        claims=(*state.claims, claim),
        since_ms=turn.at_ms if begins else state.since_ms,
    )
    if begins:
        turn.state = replace(turn.state, pointed=(None,) * state.seats, accepted=(), ready=())
        turn.public_event("photo_finish", seq=first.seq, seats=list(claimants(turn.state)))


def concede(turn: Turn, seat: Seat) -> None:
    """The card that is left alone stays (RULES.md 4.3)."""
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
    """Without this contender's consent the others cannot agree."""
    turn.public_event("objected", seat=seat)
    state = turn.state
    turn.state = replace(state, objecting=tuple(sorted((*state.objecting, seat))))
    _look(turn)


def point_to(turn: Turn, seat: Seat, to: Seat) -> None:
    """A seat without a card in it says whose was the first."""
    turn.public_event("pointed", seat=seat, to=to)
    pointed = list(turn.state.pointed)
    pointed[seat] = to
    turn.state = replace(turn.state, pointed=tuple(pointed))
    _look(turn)


def _look(turn: Turn) -> None:
    """It is settled when one is left, or when all have said what they can."""
    if len(contenders(turn.state)) == 1 or not waited_for(turn.state):
        settle(turn)


def settle(turn: Turn) -> None:
    """One stays, or all go back (RULES.md 4.3, 4.4)."""
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
    """The only contender left, or the one to whom all others point, unless a contender objects."""
    state = turn.state
    still = contenders(state)
    if len(still) == 1:
        return still[0]
    lookers = [seat for seat in range(state.seats) if seat not in claimants(state)]
    named = {state.pointed[seat] for seat in lookers}
    return named.pop() if len(named) == 1 and not state.objecting else None


def _first_stays(turn: Turn) -> None:
    """Its time to be doubted begins now; a Halt! that came before is taken up (RULES.md 4.5)."""
    turn.leave_photo("photo_finish")
    state = turn.state
    stays = replace(state.word, raced=False, at_ms=turn.at_ms)
    turn.state = replace(state, last=stays)
    if state.doubters:
        doubts.talk(turn)
    elif state.hands[stays.seat]:
        turn.race_on()
    else:
        turn.state = replace(turn.state, phase=Phase.FINAL_WINDOW, since_ms=turn.at_ms)
