"""Memory of the cards that a viewer with perfect memory knows, from the events it saw.

Sampled states and bots use it; a forgetful bot gets fewer events.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.kernel.contract import Event
from games.siebenschlaefer.cards import FACE_NAMED, Face


class Memory:
    """The known cards; `discard`: those under the top pair."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.discard: list[Face] = []
        self._top: list[Face] = []
        self._aside: list[Face] = []
        for event in events:
            self._watch(event.kind, event.data)

    def _watch(self, kind: str, data: dict[str, Any]) -> None:
        match kind:
            case "laid" | "new_start":
                self.discard += self._top + self._aside
                self._top, self._aside = [FACE_NAMED[card] for card in data["cards"]], []
            case "set_aside":
                self._aside += [FACE_NAMED[card] for card in data["cards"]]
            case "value_freed":
                self.discard += self._aside
                self._aside = []
            case "reshuffled":
                self.discard = []
