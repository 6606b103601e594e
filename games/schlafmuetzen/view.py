"""A viewer's observation of a round, built from an empty start (RULES.md 8).

All viewers know the same: a seat has no private knowledge but its memory. A card is its value, 1
to 20.
"""

from __future__ import annotations

from typing import Annotated

from games.kernel.contract import Millis, Observation, Rules, Seat, Value, Viewer
from games.kernel.values import one_of
from games.schlafmuetzen.cards import Card
from games.schlafmuetzen.options import chosen
from games.schlafmuetzen.state import Ending, Laid, Phase, State, callers


class Middle(Value, frozen=True):
    """A middle pile: the value of its top card, and its number of cards."""

    top: Card
    height: int


class Place(Value, frozen=True):
    """The piles in front of a seat.

    * `draw`, `discard`: the number of cards.
    * `top`: the value of the top discard, None without one.
    * `overs`: the number of times it turned its pile over since a card was laid in the middle; when
      all seats have done so twice, the round ends.
    * `locked`: it may not call before its next turn.
    """

    draw: int
    discard: int
    top: Card | None
    overs: int
    locked: bool


class Placement(Value, frozen=True):
    """A card laid by a seat from `discard` or `turned` onto `middle-i`, `seat-s` or `own`."""

    seq: int
    seat: Seat
    source: str
    card: Card
    target: str


class Ended(Value, frozen=True):
    """The end of the round.

    It has the reason (`laid`, `given`, `stalled`, `closed`), the winners, and the number of cards
    that each seat had left.
    """

    reason: str
    winners: tuple[Seat, ...]
    left: tuple[int, ...]


class Board(Observation, frozen=True):
    """The table as one viewer sees it.

    * `phase`: `open` (the active seat has no turned card), `revealed`, `win_window` (it has no card
      left) or `over`.
    * `seq`: the number of the situation, for the pieces.
    * `turned`: the value of the turned card.
    * `may_undo`: the pile was turned over for it, and may be turned back.
    * `undone`: that was done in this turn.
    * `laid`: the latest placement.
    * `window`: it may be called out now, right or wrong.
    * `callers`: the seats that may call, or accept.
    * `accepted`: the seats without an objection.
    * `covers`: the number of latest placements that a call is about.
    * `since_ms`: when the time of the active seat began.
    * `not_before_ms`: the earliest time to lay the next card.
    * `strict`: mistakes are refused.
    """

    phase: Annotated[str, one_of(Phase)]
    began: Seat
    active: Seat
    seq: int
    since_ms: Millis
    not_before_ms: Millis
    middle: tuple[Middle, ...]
    places: tuple[Place, ...]
    turned: Card | None
    may_undo: bool
    undone: bool
    laid: Placement | None
    window: bool
    callers: tuple[Seat, ...]
    accepted: tuple[Seat, ...]
    covers: int
    strict: bool
    ended: Ended | None

    @property
    def near_goal(self) -> tuple[Seat, ...]:
        """The seats with one card left."""
        return tuple(
            seat for seat, place in enumerate(self.places) if place.draw + place.discard == 1
        )


def observe(rules: Rules, state: State, viewer: Viewer) -> Board:
    """Return the table as this seat, or a spectator, sees it."""
    piles = state.piles
    return Board(
        viewer=viewer,
        awaited=awaited(state),
        phase=state.phase.value,
        began=state.began,
        active=state.active,
        seq=state.seq,
        since_ms=state.since_ms,
        not_before_ms=state.not_before_ms,
        middle=tuple([Middle(pile[-1], len(pile)) for pile in piles.middle]),
        places=tuple([_place(state, seat) for seat in range(state.seats)]),
        turned=piles.turned or None,
        may_undo=piles.flipped is not None and not state.undone,
        undone=state.undone,
        laid=_placement(state.laid[-1]) if state.laid else None,
        window=state.window,
        callers=callers(state),
        accepted=state.accepted,
        covers=len(state.laid) if state.window else 0,
        strict=chosen(rules, "error_mode", "strict"),
        ended=_ended(state.ending),
    )


def awaited(state: State) -> tuple[Seat, ...]:
    """Return the active seat, or in the win window all seats that have not answered yet."""
    if state.phase is Phase.OVER:
        return ()
    return callers(state) if state.phase is Phase.WIN_WINDOW else (state.active,)


def _place(state: State, seat: Seat) -> Place:
    discard = state.piles.discards[seat]
    return Place(
        draw=len(state.piles.draws[seat]),
        discard=len(discard),
        top=discard[-1] if discard else None,
        overs=state.piles.overs[seat],
        locked=seat in state.locked,
    )


def _placement(laid: Laid) -> Placement:
    return Placement(laid.seq, laid.seat, laid.source, laid.card, laid.target)


def _ended(ending: Ending | None) -> Ended | None:
    if ending is None:
        return None
    return Ended(ending.reason.value, ending.winners, ending.left)
