"""Exact situations of Schlafmützen, said in a line, and played on from there.

    scene = Scene("3 9 | 10", "15 | 5", middle="2 1 1 1 1")

A seat is written as draw pile from top to bottom | discard pile from bottom to top. The middle is
written by its tops, each pile being complete below. The first seat is active.
"""

from __future__ import annotations

from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import (
    Deadline,
    Event,
    OptionValue,
    Outcome,
    Refusal,
    Rules,
    Seat,
    Viewer,
)
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

BEGIN_MS = 1_000_000


def rules_with(**chosen: OptionValue) -> Rules:
    """These options, and else the faithful ones."""
    return Rules(GAME.meta.revisions[-1], options.complete(GAME.meta, chosen))


def cards(words: str) -> Pile:
    return tuple(map(int, words.split()))


class Scene:
    """A round from a given situation on; the active seat has turned nothing yet."""

    def __init__(
        self,
        *seats: str,
        middle: str = "1 1 1 1 1",
        active: Seat = 0,
        **chosen: OptionValue,
    ) -> None:
        self.rules = rules_with(**chosen)
        self.chance = SeededChance(b"scene")
        self.at_ms = BEGIN_MS
        self.events: tuple[Event, ...] = ()
        self.told: tuple[Event, ...] = ()
        parts = [seat.partition("|") for seat in seats]
        self.state = State(
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
        self.census = GAME.census(self.rules, self.state)

    # --- going on --------------------------------------------------------------------------------

    def do(self, seat: Seat, action: SchlafmuetzenAction, after_ms: int = GAP_MS) -> Scene:
        """The seat does this; it must be legal."""
        self.at_ms += after_ms
        step = session.play(
            GAME, self.rules, self.state, seat, action, self.chance, self.at_ms, moves=0
        )
        return self._went(step.state, step.events)

    def reveal(self) -> Scene:
        return self.do(self.active, Reveal(self.seq))

    def lay(self, target: str) -> Scene:
        """The turned card."""
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
        """One after the other."""
        for seat in seats:
            self.do(seat, AcceptPlacement(self.latest))
        return self

    def time_up(self, kind: str | None = None) -> Scene:
        """The first deadline, or the one of this kind, is due, and the table acts."""
        running = [one for one in self.deadlines() if kind in (None, one.kind)]
        self.at_ms = max(self.at_ms, running[0].since_ms + 60_000)
        action = GAME.time_out(self.rules, self.state, running[0])
        step = GAME.apply(self.rules, self.state, None, action, self.chance, self.at_ms)
        return self._went(step.state, step.events)

    def _went(self, state: State, events: tuple[Event, ...]) -> Scene:
        self.state, self.told = state, events
        self.events += events
        assert GAME.census(self.rules, state) == self.census, "a card was lost or made"
        return self

    # --- asking ----------------------------------------------------------------------------------

    def refusal(self, seat: Viewer, action: SchlafmuetzenAction) -> Refusal | None:
        """Why that cannot be done, when there was time enough."""
        at_ms = self.at_ms + GAP_MS
        return session.why_not(GAME, self.rules, self.state, seat, action, at_ms)

    def code(self, seat: Viewer, action: SchlafmuetzenAction) -> str | None:
        """The code of the refusal, None if it is legal."""
        refusal = self.refusal(seat, action)
        return None if refusal is None else refusal.code

    def calling(self, seat: Viewer) -> str | None:
        """The code for calling now."""
        return self.code(seat, CallSchlafmuetze(self.latest))

    def offers(self, seat: Viewer) -> tuple[SchlafmuetzenAction, ...]:
        """What this seat is offered."""
        return session.offers(GAME, self.rules, self.state, seat)

    def deadlines(self) -> tuple[Deadline, ...]:
        """What runs."""
        return GAME.deadlines(self.rules, self.state)

    def board(self, viewer: Viewer = None) -> Board:
        """What this viewer sees."""
        return GAME.observe(self.rules, self.state, viewer)

    def draw(self, seat: Seat) -> list[int]:
        """From top to bottom."""
        return list(self.state.piles.draws[seat][::-1])

    def discard(self, seat: Seat) -> list[int]:
        """From bottom to top."""
        return list(self.state.piles.discards[seat])

    def tops(self) -> list[int]:
        """Those of the middle."""
        return [pile[-1] for pile in self.state.piles.middle]

    def last(self, kind: str) -> Event:
        """The one event of this kind in the last move."""
        (event,) = (event for event in self.told if event.kind == kind)
        return event

    def kinds(self) -> list[str]:
        """The kinds of events of the last move."""
        return [event.kind for event in self.told]

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
        """What kind of mistake was called out."""
        return str(self.last("called_out").data["error"])

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        outcome = GAME.outcome(self.rules, self.state)
        assert outcome is not None
        return outcome
