"""The court of Doze: a text with an even number of letters is a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel.contests import Contest, Exhibit
from games.kernel.contract import Event, Seat

UNSURE = "hmhmhm"
"""A word about which the court has no opinion."""


class DozeCourt:
    """A `games.kernel.contests.Court`."""

    def entry(self, word: str) -> str:
        return word.lower()

    def evidence(self, data: Any, word: str, parts: Sequence[str]) -> tuple[Exhibit, ...]:
        letters = ((word, str(len(word))),)
        return (
            Exhibit("Letters", ("Word", "How many"), letters, "None."),
            Exhibit("In the word list", ("Word",), (), "It is not in the list."),
        )

    def opinion(self, data: Any, word: str, parts: Sequence[str]) -> bool | None:
        return None if word == UNSURE else len(word) % 2 == 0

    def amends(self, contest: Contest, stands: bool, events: Sequence[Event]) -> dict[Seat, int]:
        if contest.stands == stands or not any(event.kind == "round_over" for event in events):
            return {}
        return {contest.author: 2 if stands else -2}
