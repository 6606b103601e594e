"""The state of a round of Wortspiel, and simple questions about it (RULES.md 2 to 6)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from games.kernel.contract import Millis, Seat, Value
from games.wortspiel.cards import NO_COLOUR, Card, Colour


class Phase(StrEnum):
    """The phase of a round; it decides who may act and how."""

    OPENING = "opening"
    RACE = "race"
    PHOTO_FINISH = "photo_finish"
    DOUBT_TALK = "doubt_talk"
    DOUBT_VOTE = "doubt_vote"
    COLOUR_CHOICE = "colour_choice"
    FINAL_WINDOW = "final_window"
    OVER = "over"


class Reason(StrEnum):
    """The reason why a round ended."""

    OUT = "out"
    DEADLOCK = "deadlock"
    CLOSED = "closed"


class Why(StrEnum):
    """The reason why the seat in its pause names a colour."""

    OVERTURNED = "overturned"
    PHOTO_FINISH = "photo_finish"
    STUCK = "stuck"


class Laid(Value, frozen=True):
    """A card that was laid, with its word.

    * `base`: the card below it.
    * `colour`, `pause`, `tried`: the demanded colour, the seat in its pause and the failed colours
      before it was laid, which are restored if it is taken back.
    * `raced`: another card could have been as quick, so that a photo finish may follow.
    """

    seq: int
    seat: Seat
    card: Card
    pile: int
    base: Card
    word: str
    at_ms: Millis
    colour: Colour
    pause: Seat | None
    tried: tuple[Colour, ...]
    raced: bool = False


class Claim(Value, frozen=True):
    """A card and its word that is not on a pile: a contender's, or one submitted unseen."""

    seat: Seat
    card: Card
    pile: int
    base: Card
    word: str


class Count(Value, frozen=True):
    """A seat's count at the end: cards in the hand, chips, and the minus points for them."""

    cards: int
    chips: int
    points: int


class Ending(Value, frozen=True):
    """The end of the round, with a count for each seat; `out`: the seat that laid the last card."""

    reason: Reason
    out: Seat | None
    counts: tuple[Count, ...]


class State(Value, frozen=True):
    """The whole state of a round. Hands are sorted; the tops of stock and piles are last.

    * `active`: the seat on turn in the opening and in the vote.
    * `seq`: the number of the present situation, and of the word that is laid in it; never used
      twice.
    * `colour`: the demanded one.
    * `pause`: the seat in its creative pause.
    * `last`: the latest word.
    * `earlier`: words before it that could still be doubted at the last move, oldest first.
    * `settled`: words up to this number can no longer be doubted.
    * `stuck`: the seats that said “I cannot”.
    * `tried`: colours that failed since the last word.
    * `passed`: the number of seats that could not open.
    * `draws`: the number of times all drew in the opening.
    * `since_ms`: when the present phase, or turn in it, began.
    * `claims`: in a photo finish, the contenders after the first, whose card is `last`; in a sealed
      race, the submitted cards.
    * `yielded`, `objecting`: the contenders that have conceded, and those that object.
    * `pointed`: by seat, the contender that it points to in a photo finish.
    * `doubters`, `ready`: the seats that doubt, in their order, and those that are ready to vote.
    * `votes`: in order, from the first doubter on.
    * `why`: the reason why a colour has to be named, now or after the doubt.
    * `accepted`: the seats without a doubt about the last card.
    """

    phase: Phase
    dealer: Seat
    active: Seat
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    chips: tuple[int, ...]
    since_ms: Millis
    seq: int = 1
    colour: Colour = NO_COLOUR
    pause: Seat | None = None
    last: Laid | None = None
    earlier: tuple[Laid, ...] = ()
    settled: int = 0
    stuck: tuple[Seat, ...] = ()
    tried: tuple[Colour, ...] = ()
    passed: int = 0
    draws: int = 0
    claims: tuple[Claim, ...] = ()
    yielded: tuple[Seat, ...] = ()
    objecting: tuple[Seat, ...] = ()
    pointed: tuple[Seat | None, ...] = ()
    doubters: tuple[Seat, ...] = ()
    ready: tuple[Seat, ...] = ()
    votes: tuple[bool, ...] = ()
    why: Why | None = None
    accepted: tuple[Seat, ...] = ()
    ending: Ending | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def word(self) -> Laid:
        """The latest word; call it only if there is one."""
        assert self.last is not None
        return self.last


def contenders(state: State) -> tuple[Seat, ...]:
    """Return the seats that still claim to be first, in order of arrival (RULES.md 4.2)."""
    every = (state.word.seat, *[claim.seat for claim in state.claims])
    return tuple([seat for seat in every if seat not in state.yielded])


def claimants(state: State) -> tuple[Seat, ...]:
    """Return the seats with cards in the photo finish, including those that have conceded."""
    return (state.word.seat, *[claim.seat for claim in state.claims])


def waited_for(state: State) -> tuple[Seat, ...]:
    """Return the seats that the round waits for.

    In a race these are all that may lay and have not said “I cannot” or submitted a card.
    """
    match state.phase:
        case Phase.RACE:
            racers = _all_but(len(state.hands), state.pause)
            if not state.stuck and not state.claims:
                return racers
            done = {*state.stuck, *[claim.seat for claim in state.claims]}
            return tuple([seat for seat in racers if seat not in done])
        case Phase.OPENING | Phase.DOUBT_VOTE:
            return (state.active,)
        case Phase.PHOTO_FINISH:
            return tuple([seat for seat in range(state.seats) if not _has_spoken(state, seat)])
        case Phase.DOUBT_TALK:
            return tuple([seat for seat in range(state.seats) if seat not in state.ready])
        case Phase.COLOUR_CHOICE:
            assert state.pause is not None
            return (state.pause,)
        case Phase.FINAL_WINDOW:
            done = {state.word.seat, *state.accepted}
            return tuple([seat for seat in range(state.seats) if seat not in done])
        case Phase.OVER:
            return ()


@lru_cache(maxsize=128)
def _all_but(seats: int, pause: Seat | None) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(seats) if seat != pause)


def _has_spoken(state: State, seat: Seat) -> bool:
    """Return whether the seat has answered in the photo finish."""
    if seat in claimants(state):
        return seat in state.yielded or seat in state.objecting
    return state.pointed[seat] is not None


def voter(state: State, number: int) -> Seat:
    """Return the seat with this vote, from 0: the first doubter, then clockwise."""
    return (state.doubters[0] + number) % state.seats


def others(state: State, seat: Seat | None) -> list[Seat]:
    """Return all seats except this one."""
    return [other for other in range(state.seats) if other != seat]


def clockwise_after(seats: int, seat: Seat) -> Sequence[Seat]:
    """Return all other seats clockwise, from the left neighbour on."""
    return (*range(seat + 1, seats), *range(seat))


def majority(seats: int) -> int:
    """Return the number of seats that is more than half (RULES.md 5.5)."""
    return seats // 2 + 1
