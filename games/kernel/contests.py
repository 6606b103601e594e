"""What an event says that ends a dispute about a word, so that the house can keep a record of it."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.kernel.contract import Event, Meta, Seat


class Contest(msgspec.Struct, frozen=True):
    """How a dispute went: the facts that every event of a kind in `Meta.contests` has in its data.

    `author`: who announced the `word`, made of these `parts`. `seq`: the situation that it was about,
    as actions name it. `doubters`: in order, the first first. `votes`: in order, each with whether the
    word was held valid. `stands`: what came of it. `by`: who decided.
    """

    author: Seat
    word: str
    parts: list[str]
    seq: int
    doubters: list[Seat]
    votes: list[tuple[Seat, bool]]
    stands: bool
    by: Literal["vote", "lexicon"]


def contest_of(meta: Meta, event: Event) -> Contest | None:
    """The dispute that this event ends, or None.

    Raises:
        msgspec.ValidationError: it ends one, and does not say how.
    """
    return msgspec.convert(event.data, Contest) if event.kind in meta.contests else None
