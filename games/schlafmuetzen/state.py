"""The state of a round of Schlafmützen, and simple questions about it (RULES.md 2)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.kernel.contract import Millis, Seat, Value
from games.schlafmuetzen.cards import ALIKE, NONE, Card, Pile, dealt

GAP_MS: Final = 1_500
"""Shortest time between two placements, in milliseconds (RULES.md 7.3)."""
OWN: Final = "own"
"""The target of a card that is kept: the seat's own discard pile."""
DISCARD: Final = "discard"
TURNED: Final = "turned"


class Phase(StrEnum):
    """The phase of a round; it decides who may act and how."""

    OPEN = "open"
    REVEALED = "revealed"
    WIN_WINDOW = "win_window"
    OVER = "over"


class Reason(StrEnum):
    """The reason why a round ended."""

    LAID = "laid"
    """A seat laid its last card."""
    GIVEN = "given"
    """A seat gave its last card as a penalty card."""
    STALLED = "stalled"
    CLOSED = "closed"


class Duty(Value, frozen=True):
    """A required placement: this card, from `discard` or `turned`, onto one of these targets.

    Without targets the card fits nowhere.
    """

    card: Card
    source: str
    targets: tuple[str, ...]


class Mistake(Value, frozen=True):
    """The mistake in a placement, by its code (RULES.md 4.8)."""

    kind: str
    duty: Duty


class Laid(Value, frozen=True):
    """A placement: the seat, the card, its source (`discard` or `turned`) and its target.

    `over`: the pile was turned over for this card.
    """

    seq: int
    seat: Seat
    source: str
    card: Card
    target: str
    mistake: Mistake | None = None
    over: bool = False


class Piles(Value, frozen=True):
    """All cards on the table. Piles go from bottom to top.

    * `turned`: the card that the active seat has turned and not laid, else NONE.
    * `flipped`: the number of cards of its draw pile that were its discard pile until this card was
      turned; None: no pile was turned over for it.
    * `missed`: the card that was overlooked when the pile was turned over.
    * `overs`: by seat, the number of times it turned its pile over since a card was laid in the
      middle.
    """

    middle: tuple[Pile, ...]
    draws: tuple[Pile, ...]
    discards: tuple[Pile, ...]
    overs: tuple[int, ...]
    turned: Card = NONE
    flipped: int | None = None
    missed: Duty | None = None


class Ending(Value, frozen=True):
    """The end of the round: its reason, the winners, the number of cards each seat had left."""

    reason: Reason
    winners: tuple[Seat, ...]
    left: tuple[int, ...]


class State(Value, frozen=True):
    """The whole state of a round.

    * `seq`: the number of the situation, which grows whenever a card moves.
    * `laid`: the placements that may be called out, latest last; when the window is shut, only the
      latest.
    * `window`: whether it is open.
    * `before`: the piles right after the first mistake of the window, if later placements may be
      taken back with it.
    * `accepted`: the seats without an objection.
    * `locked`: the seats that may not call before they are active again.
    * `undone`: the active seat has turned its pile back in this turn.
    * `since_ms`: when the time of the active seat, or the win window, began.
    * `laid_ms`: when the latest card was laid.
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
        """The earliest time at which the next card may be laid."""
        return 0 if self.laid_ms is None else self.laid_ms + GAP_MS


def opening(cards: Pile, seats: int, first: Seat, at_ms: Millis) -> State:
    """Return a round before its first turn, with these cards as draw piles (RULES.md 1)."""
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
    """Return whether this seat may call out or accept the latest placement (RULES.md 5.2, 5.3).

    In the win window a locked seat may call too (5.8).
    """
    return (
        state.window
        and seat != state.laid[-1].seat
        and seat not in state.accepted
        and (seat not in state.locked or state.phase is Phase.WIN_WINDOW)
    )


def callers(state: State) -> tuple[Seat, ...]:
    """Return all seats that may call now."""
    if not state.window:
        return ()
    return tuple([seat for seat in range(state.seats) if may_call(state, seat)])


def cards_left(piles: Piles, seat: Seat, active: Seat) -> int:
    """Return the number of cards that this seat has, including a turned one."""
    own = len(piles.draws[seat]) + len(piles.discards[seat])
    return own + (seat == active and piles.turned != NONE)
