"""The cards, actions and states of Doze."""

from __future__ import annotations

from typing import TypeAlias

from games.kernel.contract import (
    Action,
    Event,
    Millis,
    Observation,
    Seat,
    TableAction,
    Value,
)
from games.kernel.events import public_event
from games.kernel.refusals import refusals

DECK = (1, 2, 3, 4, 5, 6) * 2
HIGHEST_BID = 2
HOLD_MS = (1000, 1500)
"""The shortest hold, and the most time added to it, in milliseconds."""

refusal = refusals({"too_low": "That card is too low.", "said_already": "You have had your word."})


class Lay(Action, frozen=True):
    """The active seat lays a card of its hand."""

    card: int


class Beat(Action, frozen=True):
    """The neighbour lays a higher card."""

    card: int


class LetPass(Action, frozen=True):
    """The neighbour lets the card pass."""


class Bid(Action, frozen=True):
    """A number, in secret."""

    number: int


class Say(Action, frozen=True):
    """A word, typed."""

    word: str


class HoldOver(TableAction, frozen=True):
    """The hold of the window is over."""


class TimeUp(TableAction, frozen=True):
    """The time for an answer, or for the bids, is over."""


DozeAction: TypeAlias = Lay | Beat | LetPass | Bid | Say | HoldOver | TimeUp


class DozeState(Value, frozen=True):
    phase: str
    """One of turn, answer, sealed and over."""
    began: Seat
    active: Seat
    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    pile: tuple[int, ...]
    points: tuple[int, ...]
    bids: tuple[int | None, ...]
    said: tuple[bool, ...]
    since_ms: Millis
    hold_ms: Millis = 0
    hold_over: bool = False
    answered: bool = False


def settled(seat: Seat, word: str, seats: int) -> Event:
    """Return a finished dispute: the next seat doubts the word, and a vote lets it stand."""
    doubter = (seat + 1) % seats
    return public_event(
        "settled",
        author=seat,
        word=word,
        parts=[word[:1], word[1:]],
        seq=len(word),
        doubters=[doubter],
        votes=[[doubter, False], [seat, True]],
        stands=True,
        by="vote",
    )


class DozeTable(Observation, frozen=True):
    phase: str
    began: Seat
    active: Seat
    hand: tuple[int, ...]
    counts: tuple[int, ...]
    stock: int
    pile: tuple[int, ...]
    points: tuple[int, ...]
    said: tuple[bool, ...]
    bid: int | None
    answered: bool
    clue: int = 0
    """Empty in the honest game; the leaky ones reveal a secret here."""
