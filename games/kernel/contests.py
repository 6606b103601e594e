"""Disputes about words: what an event says that ends one, what a court may ask a game about it, and
what the court's rulings are in the data of later rules versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, Literal, Protocol

import msgspec

from games.kernel.contract import Event, Game, Meta, Seat, Value

PRECEDENTS: Final = "precedents.json"
"""The file of a release that holds the rulings, beside the game's own."""


class Decision(StrEnum):
    """What a court can say of a word."""

    VALID = "valid"
    INVALID = "invalid"
    FORM = "form"
    """Valid only in this form."""
    TABLE = "table"
    """For each table to decide."""

    @property
    def stands(self) -> bool | None:
        """Whether the word that was ruled on should have stood; None: the table was free."""
        return None if self is Decision.TABLE else self is not Decision.INVALID


class Precedent(Value, frozen=True):
    """A ruling as later matches know it: its number, the word and its parts as they were said, what
    was decided, and when (an ISO date)."""

    ruling: int
    word: str
    parts: tuple[str, ...]
    decision: Decision
    on: str


class Contest(msgspec.Struct, frozen=True):
    """How a dispute went: the facts that every event of a kind in `Meta.contests` has in its data.

    `author`: who announced the `word`, made of these `parts`. `seq`: the situation that it was about,
    as actions name it. `doubters`: in order, the first first. `votes`: in order, each with whether the
    word was held valid. `stands`: what came of it. `by`: who decided. `precedent`: the ruling on this
    word that the table was told of, when all was over.
    """

    author: Seat
    word: str
    parts: list[str]
    seq: int
    doubters: list[Seat]
    votes: list[tuple[Seat, bool]]
    stands: bool
    by: Literal["vote", "lexicon", "precedents"]
    precedent: Precedent | None = None


class Exhibit(Value, frozen=True):
    """A piece of evidence: a table with an `N_` heading, `N_` columns, and rows of words of the game's
    language and `N_` sentences; `empty`: an `N_` sentence where there are no rows."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    empty: str


class Court(Protocol):
    """What a game with `Meta.contests` knows of its words; pure, like the game. `data`: as in `Rules`."""

    def entry(self, word: str) -> str:
        """Equal for all spellings of one word: the name of its entry in the list of rulings."""

    def evidence(self, data: Any, word: str, parts: Sequence[str]) -> tuple[Exhibit, ...]:
        """All that the game's data say of a word that was made of these parts."""

    def opinion(self, data: Any, word: str, parts: Sequence[str]) -> bool | None:
        """Whether the game's data hold this a word; None where they cannot tell."""

    def amends(self, contest: Contest, stands: bool, events: Sequence[Event]) -> dict[Seat, int]:
        """What is to be added to the points of seats in a round that ended so (its events in order)
        if the word had, or had not, stood; what was played stays played."""


def court_of(game: Game[Any, Any, Any]) -> Court | None:
    """What a game has as its `court`; None: its disputes are heard by nobody."""
    court: Court | None = getattr(game, "court", None)
    return court


def contest_of(meta: Meta, event: Event) -> Contest | None:
    """The dispute that this event ends, or None.

    Raises:
        msgspec.ValidationError: it ends one, and does not say how.
    """
    return msgspec.convert(event.data, Contest) if event.kind in meta.contests else None


def written(precedents: Iterable[Precedent]) -> str:
    """The file `PRECEDENTS` of a release: a line each, by their numbers."""
    rows = sorted(precedents, key=lambda precedent: precedent.ruling)
    return "[\n" + ",\n".join(msgspec.json.encode(row).decode() for row in rows) + "\n]\n"


def precedents_in(files: Mapping[str, str]) -> tuple[Precedent, ...]:
    """The rulings in the files of a release; none where there is no such file.

    Raises:
        msgspec.ValidationError: it holds something else.
    """
    return msgspec.json.decode(files.get(PRECEDENTS, "[]"), type=tuple[Precedent, ...])
