"""The state of a round of Siebenschläfer (RULES.md 2)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import UNSET, UnsetType

from games.kernel.contract import Millis, Seat, Value
from games.siebenschlaefer.cards import Face


class Phase(StrEnum):
    """The phase of a round; it decides who may act and how."""

    TURN = "turn"
    AFTER_DRAW = "after_draw"
    OVER = "over"


class Reason(StrEnum):
    """The reason why a round ended."""

    OUT = "out"
    CLOSING_TIME = "closing_time"


class State(Value, frozen=True):
    """The whole state of a round. Hands are sorted, the top of the stock is last.

    * `top`: the pair that was laid or turned up last, empty before the first.
    * `discard`: the cards under it.
    * `value`: the value to beat (`pairs`).
    * `laid_by`: the seat that laid the top pair; None before the first pair and after a new start
      value.
    * `passes`: the number of passes in a row.
    * `turns`: the number of completed turns.
    * `since_ms`: when the present phase began.
    * `drew`: the seats whose last turn ended with a draw, if that spares them the next draw
      (RULES.md 4.3). It is unset for none, so that the stored form of a round without such seats
      stays the same.
    """

    phase: Phase
    began: Seat
    active: Seat
    hands: tuple[tuple[Face, ...], ...]
    stock: tuple[Face, ...]
    discard: tuple[Face, ...]
    top: tuple[Face, ...]
    value: int
    laid_by: Seat | None
    passes: int
    turns: int
    since_ms: Millis
    ending: Reason | None = None
    drew: tuple[Seat, ...] | UnsetType = UNSET

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def spared(self) -> tuple[Seat, ...]:
        """The seats that may pass their next turn without drawing (RULES.md 4.3)."""
        return () if self.drew is UNSET else self.drew
