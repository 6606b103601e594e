"""Memory of the cards that a viewer with perfect memory knows, from the events it saw.

Sampled states and bots use it; a forgetful bot gets fewer events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.kernel.contract import Event, Seat
from games.sleeping_queens.cards import FACE_NAMED, QUEEN_NAMED, Face, Queen, is_number, number


class Memory:
    """The known queens and cards.

    * `sleepers`: by slot, the queen who was seen falling asleep there.
    * `discarded`: the discard pile, top last.
    * `held`: special cards that a seat was seen taking and has not played since.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.sleepers: dict[int, Queen] = {}
        self.discarded: list[Face] = []
        self.held: dict[Seat, Counter[Face]] = {}
        for event in events:
            self._watch(event.kind, event.data)

    def _watch(self, kind: str, data: dict[str, Any]) -> None:
        match kind:
            case "king_played":
                self._lay_down(data["seat"], FACE_NAMED["king"])
            case "jester_played":
                self._lay_down(data["seat"], FACE_NAMED["jester"])
            case "jester_revealed":
                self._turn_up(data["seat"], FACE_NAMED[data["card"]])
            case "attack":
                self._lay_down(data["attacker"], FACE_NAMED[data["kind"]])
            case "defended":
                self._lay_down(data["victim"], FACE_NAMED[data["card"]])
            case "numbers_discarded":
                for value in data["cards"]:
                    self._lay_down(data["seat"], number(value))
            case "card_discarded":
                self._lay_down(data["seat"], FACE_NAMED[data["card"]])
            case "reshuffled":
                self.discarded.clear()
            case "queen_woken":
                self.sleepers.pop(data["slot"], None)
            case "queen_put_back" | "queen_slept" if "slot" in data:
                self.sleepers[data["slot"]] = QUEEN_NAMED[data["queen"]]

    def _lay_down(self, seat: Seat, face: Face) -> None:
        self.discarded.append(face)
        held = self.held.get(seat)
        if held is not None and held[face] > 0:
            held[face] -= 1

    def _turn_up(self, seat: Seat, face: Face) -> None:
        if is_number(face):
            self.discarded.append(face)
        else:
            self.held.setdefault(seat, Counter())[face] += 1
