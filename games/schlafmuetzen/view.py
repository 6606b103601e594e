"""What a viewer may know of a round, copied in from nothing (RULES.md 8).

Every viewer knows the same: no seat has anything of its own but what it remembers. A card goes by its
value, 1 to 20.
"""

from __future__ import annotations

from typing import Annotated

from games.kernel.contract import Millis, Observation, Rules, Seat, Value, Viewer
from games.kernel.values import one_of
from games.schlafmuetzen.cards import Card
from games.schlafmuetzen.options import chosen
from games.schlafmuetzen.state import Ending, Laid, Phase, State, callers


class Middle(Value, frozen=True):
    """A middle pile: the value of its top card, and how many cards lie there."""

    top: Card
    height: int


class Place(Value, frozen=True):
    """What lies before a seat.

    `draw`, `discard`: how many cards. `top`: the value of the top discard, None without one.
    `overs`: how often it has turned its pile over since a card was last laid in the middle; when
    all have twice, the round ends. `locked`: it may not call before its next turn.
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
    """Why the round is over (`laid`, `given`, `stalled`, `closed`), who won, and how many cards
    each seat had left."""

    reason: str
    winners: tuple[Seat, ...]
    left: tuple[int, ...]


class Board(Observation, frozen=True):
    """The table as one viewer sees it.

    `phase`: `open` (the active seat has no turned card), `revealed`, `win_window` (it has no card
    left) or `over`. `seq`: the number of the situation, for the handles. `turned`: the value of the
    turned card. `may_undo`: the pile was turned over for it, and may be turned back. `undone`: that was
    done once in this turn. `laid`: the latest placement. `window`: it may be called out now,
    whatever it is. `callers`: who may call, or accept. `accepted`: who has no objection. `covers`:
    so many of the latest placements a call is about. `since_ms`: when the time of the active seat
    began. `not_before_ms`: when the next card may be laid, earliest. `strict`: nobody can make a
    mistake.
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


def observe(rules: Rules, state: State, viewer: Viewer) -> Board:
    """The table as this seat, or a spectator, sees it."""
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
    """The active seat; in the win window all that have not said anything yet."""
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
