"""A viewer's observation of a round, built from an empty start (RULES.md 10).

A card is named by its word and its colour ("eis-red"), a pile by its place on the clock, 0 to 11.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from games.kernel.contract import Millis, Observation, Rules, Seat, Value, Viewer
from games.kernel.values import one_of
from games.wortspiel.cards import CHIPS, COLOURS, NO_COLOUR, Colour
from games.wortspiel.colours import to_choose
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.options import millis, sealed
from games.wortspiel.state import (
    Claim,
    Ending,
    Laid,
    Phase,
    State,
    majority,
    others,
    voter,
    waited_for,
)


class Face(Value, frozen=True):
    """A card that the viewer sees: its name ("eis-red"), its word and its colour's name."""

    card: str
    word: str
    colour: str


class Pile(Value, frozen=True):
    """A pile of the circle, 0 at twelve o'clock: its number of cards, and the top one."""

    place: int
    size: int
    top: Face


class Combination(Value, frozen=True):
    """A laid card with its word: its seat, its pile, and the card below it.

    * `base`: the card below.
    * `open`: it can still be doubted.
    * `halt_until_ms`: the time until which it can be, although another card was laid since; None:
      until the next card.
    * `colour`, `pause`, `tried`: the demanded colour, the seat in its pause and the tried colours
      before it.
    * `raced`: another card could have been as quick.
    """

    seq: int
    seat: Seat
    card: Face
    pile: int
    base: Face
    word: str
    at_ms: Millis
    open: bool
    halt_until_ms: Millis | None
    colour: str | None
    pause: Seat | None
    tried: tuple[str, ...]
    raced: bool


class Place(Value, frozen=True):
    """The state of a seat. `stuck`: it has said “I cannot”. `pause`: it is in its pause."""

    cards: int
    chips: int
    stuck: bool
    pause: bool


class Contender(Value, frozen=True):
    """A card of a photo finish, in the order of arrival; `pointed`: the seats that point to it."""

    seat: Seat
    card: Face
    pile: int
    base: Face
    word: str
    conceded: bool
    objects: bool
    pointed: tuple[Seat, ...]


class Ballot(Value, frozen=True):
    """A seat's vote, in order; `valid` None: not yet."""

    seat: Seat
    valid: bool | None


class Dispute(Value, frozen=True):
    """The present doubt.

    * `doubters`: in their order.
    * `ready`: the seats ready to vote.
    * `ballots`: in the order of the vote, empty during the talk.
    * `voter`: the seat that votes now.
    * `needed`: the number of votes that overturn the word.
    * `by`: "vote", "lexicon" or "precedents".
    """

    combination: Combination
    doubters: tuple[Seat, ...]
    ready: tuple[Seat, ...]
    ballots: tuple[Ballot, ...]
    voter: Seat | None
    needed: int
    by: str


class Sealed(Value, frozen=True):
    """The viewer's unseen submission: a card with its word, or None for “I cannot”."""

    card: Face | None
    pile: int | None
    word: str


class Score(Value, frozen=True):
    """A seat's count at the end: cards in the hand, chips, and its minus points."""

    cards: int
    chips: int
    points: int


class Ended(Value, frozen=True):
    """The reason why the round is over, the seat that laid the last card, and all counts.

    `sleepyhead`: the seat that is left with the most cards.
    """

    reason: str
    out: Seat | None
    scores: tuple[Score, ...]
    sleepyhead: tuple[Seat, ...]


class Board(Observation, frozen=True):
    """The table as one viewer sees it.

    * `seq`: the number of the situation, for cards, “I cannot” and colours.
    * `active`: the seat on turn in the opening, the vote and the choice of a colour, else None.
    * `colour`: the demanded one, None in the opening.
    * `pause`: the seat in its creative pause.
    * `chips`: in the middle.
    * `hand`: the viewer's own.
    * `last`: the latest word.
    * `may_doubt`: whether the viewer may doubt it.
    * `earlier`: words before it that may still be doubted for a moment.
    * `tried`: colours that failed since.
    * `choices`: the colours to choose from.
    * `why`: the reason for the choice.
    * `photo`: the contenders of a photo finish.
    * `doubters`: the seats that called Halt!; in a photo finish that waits.
    * `dispute`: the present doubt.
    * `accepted`: the seats without a doubt about the last card.
    * `submitted`: the viewer's own unseen card, if cards are laid unseen (`is_sealed`).
    """

    phase: Annotated[str, one_of(Phase)]
    dealer: Seat
    active: Seat | None
    since_ms: Millis
    seq: int
    colour: str | None
    pause: Seat | None
    stock: int
    chips: int
    piles: tuple[Pile, ...]
    places: tuple[Place, ...]
    hand: tuple[Face, ...]
    last: Combination | None
    may_doubt: bool
    earlier: tuple[Combination, ...]
    tried: tuple[str, ...]
    choices: tuple[str, ...]
    why: str | None
    photo: tuple[Contender, ...]
    doubters: tuple[Seat, ...]
    dispute: Dispute | None
    accepted: tuple[Seat, ...]
    is_sealed: bool
    submitted: Sealed | None
    passed: int
    draws: int
    ended: Ended | None

    @property
    def near_goal(self) -> tuple[Seat, ...]:
        """The seats with one card left."""
        return tuple(seat for seat, place in enumerate(self.places) if place.cards == 1)

    @property
    def doubtable(self) -> tuple[Combination, ...]:
        """The `earlier` words that are open and not the viewer's own."""
        return tuple(laid for laid in self.earlier if laid.open and laid.seat != self.viewer)


def observe(rules: Rules, state: State, viewer: Viewer) -> Board:
    """Return the table as this seat, or a spectator, sees it."""
    phase, last = state.phase, state.last
    faces, unseen = _faces(rules.data), sealed(rules)
    grace = millis(rules, "halt_grace_ms")
    choosing = phase is Phase.COLOUR_CHOICE
    return Board(
        viewer=viewer,
        awaited=_awaited(rules, state, viewer),
        phase=phase.value,
        dealer=state.dealer,
        active=_active(state),
        since_ms=state.since_ms,
        seq=state.seq,
        colour=None if state.colour == NO_COLOUR else COLOURS[state.colour],
        pause=state.pause,
        stock=len(state.stock),
        chips=max(0, CHIPS - sum(state.chips)),
        piles=tuple(
            [Pile(place, len(pile), faces[pile[-1]]) for place, pile in enumerate(state.piles)]
        ),
        places=tuple(
            [
                Place(
                    cards=len(hand),
                    chips=state.chips[seat],
                    stuck=seat in state.stuck and not unseen,
                    pause=seat == state.pause,
                )
                for seat, hand in enumerate(state.hands)
            ]
        ),
        hand=() if viewer is None else tuple([faces[card] for card in state.hands[viewer]]),
        last=None if last is None else _combination(faces, state, last),
        may_doubt=last is not None and last.seq > state.settled and last.seat != viewer,
        earlier=tuple(
            [_combination(faces, state, laid, laid.at_ms + grace) for laid in state.earlier]
        ),
        tried=_names(state.tried),
        choices=_names(to_choose(rules, state)) if choosing else (),
        why=None if state.why is None else state.why.value,
        photo=_photo(faces, state) if phase is Phase.PHOTO_FINISH else (),
        doubters=state.doubters,
        dispute=_dispute(rules, faces, state),
        accepted=state.accepted,
        is_sealed=unseen,
        submitted=_submitted(faces, state, viewer) if unseen else None,
        passed=state.passed,
        draws=state.draws,
        ended=_ended(state.ending),
    )


@lru_cache(maxsize=4)
def _faces(lexicon: Lexicon) -> tuple[Face, ...]:
    """Return each card of a release as viewers see it."""
    return tuple(
        Face(handle, text, COLOURS[colour])
        for handle, (text, colour) in zip(lexicon.handles, lexicon.faces, strict=True)
    )


def _names(colours: Sequence[Colour]) -> tuple[str, ...]:
    return tuple([COLOURS[colour] for colour in colours])


def _awaited(rules: Rules, state: State, viewer: Viewer) -> tuple[Seat, ...]:
    """Return the seats to wait for; only a seat itself sees its submission (RULES.md 8.2)."""
    seats = waited_for(state)
    if state.phase is not Phase.RACE or not sealed(rules):
        return seats
    done = viewer is not None and viewer not in seats
    return tuple([seat for seat in others(state, state.pause) if seat != viewer or not done])


def _active(state: State) -> Seat | None:
    if state.phase in (Phase.OPENING, Phase.DOUBT_VOTE):
        return state.active
    return state.pause if state.phase is Phase.COLOUR_CHOICE else None


def _combination(
    faces: Sequence[Face], state: State, laid: Laid, halt_until_ms: Millis | None = None
) -> Combination:
    return Combination(
        seq=laid.seq,
        seat=laid.seat,
        card=faces[laid.card],
        pile=laid.pile,
        base=faces[laid.base],
        word=laid.word,
        at_ms=laid.at_ms,
        open=laid.seq > state.settled,
        halt_until_ms=halt_until_ms,
        colour=None if laid.colour == NO_COLOUR else COLOURS[laid.colour],
        pause=laid.pause,
        tried=_names(laid.tried),
        raced=laid.raced,
    )


def _photo(faces: Sequence[Face], state: State) -> tuple[Contender, ...]:
    every: tuple[Laid | Claim, ...] = (state.word, *state.claims)
    return tuple([_contender(faces, state, one) for one in every])


def _contender(faces: Sequence[Face], state: State, one: Laid | Claim) -> Contender:
    return Contender(
        seat=one.seat,
        card=faces[one.card],
        pile=one.pile,
        base=faces[one.base],
        word=one.word,
        conceded=one.seat in state.yielded,
        objects=one.seat in state.objecting,
        pointed=tuple([seat for seat, to in enumerate(state.pointed) if to == one.seat]),
    )


def _dispute(rules: Rules, faces: Sequence[Face], state: State) -> Dispute | None:
    voting = state.phase is Phase.DOUBT_VOTE
    if not voting and state.phase is not Phase.DOUBT_TALK:
        return None
    votes = (*state.votes, *[None] * (state.seats - len(state.votes)))
    return Dispute(
        combination=_combination(faces, state, state.word),
        doubters=state.doubters,
        ready=state.ready,
        ballots=tuple(Ballot(voter(state, number), vote) for number, vote in enumerate(votes))
        if voting
        else (),
        voter=state.active if voting else None,
        needed=majority(state.seats),
        by=str(rules.options["judge"]),
    )


def _submitted(faces: Sequence[Face], state: State, viewer: Viewer) -> Sealed | None:
    for claim in state.claims:
        if claim.seat == viewer:
            return Sealed(faces[claim.card], claim.pile, claim.word)
    return Sealed(None, None, "") if viewer is not None and viewer in state.stuck else None


def _ended(ending: Ending | None) -> Ended | None:
    if ending is None:
        return None
    most = max(count.cards for count in ending.counts)
    return Ended(
        reason=ending.reason.value,
        out=ending.out,
        scores=tuple(Score(count.cards, count.chips, count.points) for count in ending.counts),
        sleepyhead=tuple(seat for seat, count in enumerate(ending.counts) if count.cards == most),
    )
