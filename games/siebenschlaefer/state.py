"""A round of Siebenschläfer as a value (RULES.md 2)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import UNSET, UnsetType

from games.kernel.contract import Millis, Seat, Value
from games.siebenschlaefer.cards import Face


class Phase(StrEnum):
    """Where the round stands; decides who may act and how."""

    TURN = "turn"
    AFTER_DRAW = "after_draw"
    OVER = "over"


class Reason(StrEnum):
    """Why a round ended."""

    OUT = "out"
    CLOSING_TIME = "closing_time"


class State(Value, frozen=True):
    """Everything about a round. Hands are kept sorted, the top of the stock is last.

    `top`: the pair that was laid or turned up last, empty before the first. `discard`: what lies
    under it. `value`: what has to be beaten (`pairs`). `laid_by`: who laid the top pair; None
    before the first and after a new start value. `passes`: so many in a row. `turns`: so many
    are completed. `since_ms`: when the present phase began. `drew`: the seats whose last turn was over
    by drawing, where that spares them the next draw (RULES.md 4.3); unset for none, so that rounds
    in which it spares nobody anything are stored as ever.
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
