"""A round of Schlafmützen as a value, and plain questions about it (RULES.md 2)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.kernel.contract import Millis, Seat, Value
from games.schlafmuetzen.cards import ALIKE, NONE, Card, Pile, dealt

GAP_MS: Final = 1_500
"""So long at least lies between two placements (RULES.md 7.3)."""
OWN: Final = "own"
"""The target of a card that is kept: one's own discard pile."""
DISCARD: Final = "discard"
TURNED: Final = "turned"


class Phase(StrEnum):
    """Where the round stands; decides who may act and how."""

    OPEN = "open"
    REVEALED = "revealed"
    WIN_WINDOW = "win_window"
    OVER = "over"


class Reason(StrEnum):
    """Why a round ended."""

    LAID = "laid"
    """Somebody laid the last card."""
    GIVEN = "given"
    """Somebody's last card went as a penalty card."""
    STALLED = "stalled"
    CLOSED = "closed"


class Duty(Value, frozen=True):
    """What had to be done: this card from there (`discard` or `turned`) onto one of these targets;
    without a target it fits nowhere."""

    card: Card
    source: str
    targets: tuple[str, ...]


class Mistake(Value, frozen=True):
    """What was wrong with a placement, by its code (RULES.md 4.8)."""

    kind: str
    duty: Duty


class Laid(Value, frozen=True):
    """A placement: who laid which card, from `discard` or `turned`, onto which target. `over`: the
    pile was turned over for this card."""

    seq: int
    seat: Seat
    source: str
    card: Card
    target: str
    mistake: Mistake | None = None
    over: bool = False


class Piles(Value, frozen=True):
    """All that can lie on the table. Piles go from bottom to top.

    `turned`: the card that the active seat has turned and not laid, else NONE. `flipped`: so many
    cards of its draw pile were its discard pile until this card was turned; None: it was not
    turned over for it. `missed`: what was overlooked when it was turned over. `overs`: by seat, how
    often it has turned its pile over since a card was laid in the middle.
    """

    middle: tuple[Pile, ...]
    draws: tuple[Pile, ...]
    discards: tuple[Pile, ...]
    overs: tuple[int, ...]
    turned: Card = NONE
    flipped: int | None = None
    missed: Duty | None = None


class Ending(Value, frozen=True):
    """How the round ended, who won, and how many cards each seat had left."""

    reason: Reason
    winners: tuple[Seat, ...]
    left: tuple[int, ...]


class State(Value, frozen=True):
    """Everything about a round.

    `seq`: the number of the situation; everything that moves a card makes a new one. `laid`: what
    may be called out, the latest placement last; when the window is shut, that one alone. `window`:
    whether it is open. `before`: how the piles lay right after the first mistake of the window,
    when later placements may be taken back with it. `accepted`: who has no objection. `locked`: who
    may not call before being active again. `undone`: the active seat has turned its pile back once
    in this turn. `since_ms`: when the time of the active seat, or the win window, began. `laid_ms`:
    when the latest card was laid.
    """

    phase: Phase
    began: Seat
    active: Seat
    piles: Piles
    since_ms: Millis
    seq: int = 1
    laid: tuple[Laid, ...] = ()
    window: bool = False
    before: Piles | None = None
    accepted: tuple[Seat, ...] = ()
    locked: tuple[Seat, ...] = ()
    undone: bool = False
    laid_ms: Millis | None = None
    ending: Ending | None = None

    @property
    def seats(self) -> int:
        return len(self.piles.draws)

    @property
    def not_before_ms(self) -> Millis:
        """When the next card may be laid, earliest."""
        return 0 if self.laid_ms is None else self.laid_ms + GAP_MS


def opening(cards: Pile, seats: int, first: Seat, at_ms: Millis) -> State:
    """A round before its first turn: the 1s in the middle, these cards dealt (RULES.md 1)."""
    return State(
        phase=Phase.OPEN,
        began=first,
        active=first,
        piles=Piles(
            middle=((1,),) * ALIKE,
            draws=dealt(cards, seats, first),
            discards=((),) * seats,
            overs=(0,) * seats,
        ),
        since_ms=at_ms,
    )


def may_call(state: State, seat: Seat) -> bool:
    """Whether this seat may call out, or accept, the latest placement now (RULES.md 5.2, 5.3); in
    the win window also one that is locked out (5.8)."""
    return (
        state.window
        and seat != state.laid[-1].seat
        and seat not in state.accepted
        and (seat not in state.locked or state.phase is Phase.WIN_WINDOW)
    )


def callers(state: State) -> tuple[Seat, ...]:
    """All that may call now."""
    if not state.window:
        return ()
    return tuple([seat for seat in range(state.seats) if may_call(state, seat)])


def cards_left(piles: Piles, seat: Seat, active: Seat) -> int:
    """How many cards this seat has, a turned one included."""
    own = len(piles.draws[seat]) + len(piles.discards[seat])
    return own + (seat == active and piles.turned != NONE)
