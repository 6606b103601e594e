"""Two cards at almost the same time: the table agrees which was first (RULES.md 4)."""

from __future__ import annotations

from msgspec.structs import replace

from games.kernel.contract import Seat
from games.wortspiel import doubts
from games.wortspiel.actions import PlayCard
from games.wortspiel.course import Course
from games.wortspiel.events import card_facts
from games.wortspiel.forms import spoken
from games.wortspiel.hands import without
from games.wortspiel.legality import piles_before
from games.wortspiel.state import Claim, Laid, Phase, Why, claimants, contenders, waited_for


def contend(course: Course, seat: Seat, action: PlayCard, first: Laid) -> None:
    """A card hardly later than the first one for the same situation: both lie, and all stop.

    What was laid for the next situation is taken back (RULES.md 4.1, 4.5).
    """
    if course.go_back_to(first, "photo_finish"):
        course.state = replace(course.state, doubters=())
    state = course.state
    card = course.lexicon.card_named[action.card]
    base = piles_before(state, first)[action.pile][-1]
    claim = Claim(seat, card, action.pile, base, spoken(action.word))
    course.public_event("contender", **card_facts(course.rules, claim), seq=first.seq)
    begins = state.phase is not Phase.PHOTO_FINISH
    course.state = replace(
        state,
        phase=Phase.PHOTO_FINISH,
        hands=without(state.hands, seat, card),
        claims=(*state.claims, claim),
        since_ms=course.at_ms if begins else state.since_ms,
    )
    if begins:
        course.state = replace(course.state, pointed=(None,) * state.seats, accepted=(), ready=())
        course.public_event("photo_finish", seq=first.seq, seats=list(claimants(course.state)))


def concede(course: Course, seat: Seat) -> None:
    """Who is left alone stays (RULES.md 4.3)."""
    course.public_event("conceded", seat=seat)
    state = course.state
    course.state = replace(
        state,
        yielded=tuple(sorted((*state.yielded, seat))),
        objecting=tuple([other for other in state.objecting if other != seat]),
        pointed=tuple([None if to == seat else to for to in state.pointed]),
    )
    _look(course)


def object_to(course: Course, seat: Seat) -> None:
    """Without this contender's consent the others cannot agree."""
    course.public_event("objected", seat=seat)
    state = course.state
    course.state = replace(state, objecting=tuple(sorted((*state.objecting, seat))))
    _look(course)


def point_to(course: Course, seat: Seat, to: Seat) -> None:
    """A seat without a card in it says whose was the first."""
    course.public_event("pointed", seat=seat, to=to)
    pointed = list(course.state.pointed)
    pointed[seat] = to
    course.state = replace(course.state, pointed=tuple(pointed))
    _look(course)


def _look(course: Course) -> None:
    """It is settled when one is left, or when all have said what they can."""
    if len(contenders(course.state)) == 1 or not waited_for(course.state):
        settle(course)


def settle(course: Course) -> None:
    """One stays, or all go back (RULES.md 4.3, 4.4)."""
    state, first = course.state, course.state.word
    seat = _agreed(course)
    course.public_event("photo_settled", seq=first.seq, seat=seat)
    if seat == first.seat:
        _first_stays(course)
        return
    claim = next((claim for claim in state.claims if claim.seat == seat), None)
    course.leave_photo("photo_finish", but=claim)
    course.take_back(first, "photo_finish")
    course.state = replace(course.state, doubters=())
    if claim is None:
        course.state = replace(course.state, settled=state.seq, earlier=())
        course.want_colour(Why.PHOTO_FINISH)
    else:
        course.lay_instead(claim, first)


def _agreed(course: Course) -> Seat | None:
    """The only contender left, or the one to whom all others point, unless a contender objects."""
    state = course.state
    still = contenders(state)
    if len(still) == 1:
        return still[0]
    lookers = [seat for seat in range(state.seats) if seat not in claimants(state)]
    named = {state.pointed[seat] for seat in lookers}
    return named.pop() if len(named) == 1 and not state.objecting else None


def _first_stays(course: Course) -> None:
    """Its time to be doubted begins now; a Halt! that came before is taken up (RULES.md 4.5)."""
    course.leave_photo("photo_finish")
    state = course.state
    stays = replace(state.word, raced=False, at_ms=course.at_ms)
    course.state = replace(state, last=stays)
    if state.doubters:
        doubts.talk(course)
    elif state.hands[stays.seat]:
        course.race_on()
    else:
        course.state = replace(course.state, phase=Phase.FINAL_WINDOW, since_ms=course.at_ms)
