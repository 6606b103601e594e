"""Memory of the piles: their tops before the placements that may be called out.

A placement hides the card below it, so a player must remember that card to judge the placement.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.contract import Event, Seat
from games.schlafmuetzen.cards import ALIKE, NONE, Card
from games.schlafmuetzen.duty import PLACE_OF, SEAT_OF, mistake, overlooked
from games.schlafmuetzen.state import OWN, TURNED, Duty, Mistake, Piles
from games.schlafmuetzen.view import Board


def tops(board: Board) -> Piles:
    """Return the table as seen: the top card of each open pile."""
    seats = len(board.places)
    return Piles(
        middle=tuple([(pile.top,) for pile in board.middle]),
        draws=((),) * seats,
        discards=tuple([() if place.top is None else (place.top,) for place in board.places]),
        overs=(0,) * seats,
        turned=board.turned or NONE,
    )


def missed(board: Board, events: Sequence[Event]) -> Duty | None:
    """Return the card that the active seat overlooked when it turned its pile over, if any."""
    return _watched(board, events).missed


def judged(board: Board, events: Sequence[Event]) -> list[Mistake]:
    """List the mistakes among the placements that a call is about now."""
    return [wrong for wrong in _watched(board, events).verdicts if wrong is not None]


def _watched(board: Board, events: Sequence[Event]) -> _Watcher:
    placements = sum(event.kind in _PLACEMENTS for event in events)
    watcher = _Watcher(len(board.places), placements - board.covers)
    for event in events:
        watcher.see(event)
    return watcher


_PLACEMENTS = frozenset({"laid", "kept"})


class _Watcher:
    """Piles that follow the events; it judges the placements after the first `passed_over` ones."""

    def __init__(self, seats: int, passed_over: int) -> None:
        self.middle: list[list[Card]] = [[1] for _ in range(ALIKE)]
        self.discards: list[list[Card]] = [[] for _ in range(seats)]
        self.overturned: list[list[Card]] = [[] for _ in range(seats)]
        self.turned = NONE
        self.missed: Duty | None = None
        self.left = passed_over
        self.verdicts: list[Mistake | None] = []

    def piles(self) -> Piles:
        """Return the tops of the piles."""
        return Piles(
            middle=tuple([(pile[-1],) for pile in self.middle]),
            draws=((),) * len(self.discards),
            discards=tuple([tuple(pile[-1:]) for pile in self.discards]),
            overs=(),
            turned=self.turned,
            missed=self.missed,
        )

    def see(self, event: Event) -> None:
        """Update the piles by this event."""
        data = event.data
        match event.kind:
            case "turned":
                self._turn(data["seat"], data["card"], data["over"])
            case "laid":
                self._lay(data["seat"], data["source"], data["target"], data["card"])
            case "kept":
                self._lay(data["seat"], TURNED, OWN, data["card"])
            case "turned_back":
                self._turn_back(data["seat"])
            case "taken_back":
                for seat in data["over"]:
                    self._turn_back(seat)
                for source, card, target in reversed(data["later"]):
                    self._pile(data["seat"], target).pop()
                    if source != TURNED:
                        self.discards[data["seat"]].append(card)
                self.turned = NONE
                self._pile(data["seat"], data["target"]).pop()
                self.discards[data["seat"]].append(data["card"])

    def _pile(self, seat: Seat, target: str) -> list[Card]:
        if target == OWN:
            return self.discards[seat]
        place = PLACE_OF.get(target)
        return self.discards[SEAT_OF[target]] if place is None else self.middle[place]

    def _turn(self, seat: Seat, card: Card, over: int) -> None:
        self.missed = None
        if over:
            self.missed = overlooked(self.piles(), seat) if over > 1 else None
            self.overturned[seat], self.discards[seat] = self.discards[seat], []
        self.turned = card

    def _turn_back(self, seat: Seat) -> None:
        self.discards[seat] = [*self.overturned[seat], *self.discards[seat]]
        self.turned, self.missed = NONE, None

    def _lay(self, seat: Seat, source: str, target: str, card: Card) -> None:
        self.left -= 1
        if self.left < 0:
            self.verdicts.append(mistake(self.piles(), seat, source, target))
        if source == TURNED:
            self.turned = NONE
        else:
            self.discards[seat].pop()
        self.missed = None
        self._pile(seat, target).append(card)
