"""Disputes about words: the event that ends one, the court's questions to a game, and its rulings.

Later rules versions carry the court's rulings in their data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, Literal, Protocol

import msgspec

from games.kernel.contract import Event, Game, Meta, Seat, Value

PRECEDENTS: Final = "precedents.json"
"""Name of the file of rulings in a release, next to the game's own files."""


class Decision(StrEnum):
    """A court's possible decision about a word."""

    VALID = "valid"
    INVALID = "invalid"
    FORM = "form"
    """Valid only in this form."""
    TABLE = "table"
    """Each table decides for itself."""

    @property
    def stands(self) -> bool | None:
        """True if the word that was ruled on is valid; None if each table decides."""
        return None if self is Decision.TABLE else self is not Decision.INVALID


class Precedent(Value, frozen=True):
    """A ruling as later matches see it.

    It has its number, the word and its parts as the player gave them, the decision, and an ISO
    date.
    """

    ruling: int
    word: str
    parts: tuple[str, ...]
    decision: Decision
    on: str


class Contest(msgspec.Struct, frozen=True):
    """The course of a dispute: facts that every event of a kind in `Meta.contests` has in its data.

    * `author`: the seat that announced the `word`, made of these `parts`.
    * `seq`: the number of the disputed situation, as actions refer to it.
    * `doubters`: the seats that doubted, first one first.
    * `votes`: in order, each with True for a vote that the word is valid.
    * `stands`: the result.
    * `by`: what decided.
    * `precedent`: the ruling on this word, which the table was told at the end.
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
    """A piece of evidence: a table with a heading, columns and rows.

    The heading and the columns are `N_` texts. Rows hold words of the game's language and `N_`
    sentences. `empty`: an `N_` sentence to show if there are no rows.
    """

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    empty: str


class Court(Protocol):
    """A game's answers about its words, if it has `Meta.contests`; pure functions, like the game.

    `data`: as in `Rules`.
    """

    def entry(self, word: str) -> str:
        """Return the name of this word in the list of rulings, the same for all its spellings."""

    def evidence(self, data: Any, word: str, parts: Sequence[str]) -> tuple[Exhibit, ...]:
        """Return all that the game's data contain about a word that was made of these parts."""

    def opinion(self, data: Any, word: str, parts: Sequence[str]) -> bool | None:
        """Return whether this is a word according to the game's data; None if they cannot tell."""

    def amends(self, contest: Contest, stands: bool, events: Sequence[Event]) -> dict[Seat, int]:
        """Return the points to add to seats if the word had, or had not, been valid.

        `events` are those of the finished round, in order. Played actions stay as they were.
        """


def court_of(game: Game[Any, Any, Any]) -> Court | None:
    """Return the game's `court`; None if it has none, so that no court hears its disputes."""
    court: Court | None = getattr(game, "court", None)
    return court


def contest_of(meta: Meta, event: Event) -> Contest | None:
    """Return the dispute that this event ends, or None.

    Raises:
        msgspec.ValidationError: the event ends a dispute but its data do not describe it.
    """
    return msgspec.convert(event.data, Contest) if event.kind in meta.contests else None


def written(precedents: Iterable[Precedent]) -> str:
    """Return the content of a release's file `PRECEDENTS`: one ruling per line, sorted by number."""
    rows = sorted(precedents, key=lambda precedent: precedent.ruling)
    return "[\n" + ",\n".join(msgspec.json.encode(row).decode() for row in rows) + "\n]\n"


def precedents_in(files: Mapping[str, str]) -> tuple[Precedent, ...]:
    """Return the rulings in the files of a release; none if the file is missing.

    Raises:
        msgspec.ValidationError: the file holds something else.
    """
    return msgspec.json.decode(files.get(PRECEDENTS, "[]"), type=tuple[Precedent, ...])
