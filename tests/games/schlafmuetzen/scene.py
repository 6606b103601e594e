"""Prepared situations of Schlafmützen, written in a line, and play from there.

    scene = Scene("3 9 | 10", "15 | 5", middle="2 1 1 1 1")

A seat is written as its draw pile from top to bottom | its discard pile from bottom to top. The
middle is written by its tops; each pile is complete below. The first seat is active.
"""

from __future__ import annotations

from games.kernel.contract import OptionValue, Rules, Seat, Viewer
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import (
    AcceptPlacement,
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    PlaceRevealed,
    Reveal,
    SchlafmuetzenAction,
    UndoFlip,
)
from games.schlafmuetzen.cards import Pile
from games.schlafmuetzen.state import GAP_MS, Phase, Piles, State
from games.schlafmuetzen.view import Board
from tests.games import scene
from tests.games.contract.rounds import rules_of
from tests.games.scene import BEGIN_MS


def rules_with(**chosen: OptionValue) -> Rules:
    """Return rules with these options, and the default choice of all others."""
    return rules_of(GAME, chosen)


def cards(words: str) -> Pile:
    return tuple(map(int, words.split()))


class Scene(scene.Scene[State, SchlafmuetzenAction, Board]):
    """A round from a given situation on, in which the active seat has turned no card yet."""

    game = GAME
    step_ms = GAP_MS

    def __init__(
        self,
        *seats: str,
        middle: str = "1 1 1 1 1",
        active: Seat = 0,
        **chosen: OptionValue,
    ) -> None:
        parts = [seat.partition("|") for seat in seats]
        state = State(
            phase=Phase.OPEN,
            began=active,
            active=active,
            piles=Piles(
                middle=tuple(tuple(range(1, top + 1)) for top in cards(middle)),
                draws=tuple(cards(draw)[::-1] for draw, _, _ in parts),
                discards=tuple(cards(discard) for _, _, discard in parts),
                overs=(0,) * len(seats),
            ),
            since_ms=BEGIN_MS,
        )
        super().__init__(rules_with(**chosen), state)

    def reveal(self) -> Scene:
        return self.do(self.active, Reveal(self.seq))

    def lay(self, target: str) -> Scene:
        """Lay the turned card."""
        return self.do(self.active, PlaceRevealed(self.seq, target))

    def lay_discard(self, target: str) -> Scene:
        return self.do(self.active, PlaceDiscardTop(self.seq, target))

    def keep(self) -> Scene:
        return self.do(self.active, KeepRevealed(self.seq))

    def undo(self) -> Scene:
        return self.do(self.active, UndoFlip(self.seq))

    def call(self, seat: Seat) -> Scene:
        return self.do(seat, CallSchlafmuetze(self.latest))

    def accept(self, *seats: Seat) -> Scene:
        """Accept with these seats, one after the other."""
        for seat in seats:
            self.do(seat, AcceptPlacement(self.latest))
        return self

    def calling(self, seat: Viewer) -> str | None:
        """Return the code of the refusal to call now."""
        return self.code(seat, CallSchlafmuetze(self.latest))

    def draw(self, seat: Seat) -> list[int]:
        """Return the draw pile of this seat, from top to bottom."""
        return list(self.state.piles.draws[seat][::-1])

    def discard(self, seat: Seat) -> list[int]:
        """Return the discard pile of this seat, from bottom to top."""
        return list(self.state.piles.discards[seat])

    def tops(self) -> list[int]:
        """The tops of the middle piles."""
        return [pile[-1] for pile in self.state.piles.middle]

    @property
    def seq(self) -> int:
        return self.state.seq

    @property
    def latest(self) -> int:
        """The number of the latest placement."""
        return max((laid.seq for laid in self.state.laid), default=0)

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def active(self) -> Seat:
        return self.state.active

    @property
    def turned(self) -> int:
        return self.state.piles.turned

    @property
    def error(self) -> str:
        """The kind of mistake that was called out."""
        return str(self.last("called_out").data["error"])
