"""Exact situations of Sleeping Queens, said in a line, and played on from there.

    scene = Scene("king 5", "dragon", awake=("cat", "moon rose"), asleep={3: "dog"}, draw="knight 4")

Hands are filled up to five cards with number cards; the draw pile goes on below what is named
(its top comes first); queens that are not named sleep on the free slots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, OptionValue, Refusal, Rules, Seat, Viewer
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import SleepingQueensAction
from games.sleeping_queens.cards import (
    DECK,
    FACE_NAMED,
    FACES,
    HAND,
    QUEEN_NAMED,
    QUEENS,
    SLOTS,
    Face,
    is_number,
)
from games.sleeping_queens.state import EMPTY, Phase, State
from games.sleeping_queens.view import Board

BEGIN_MS = 1_000_000
REVISION = GAME.meta.revisions[-1]
"""What scenes are played with; the fixture `every_revision` sets the others."""


def faces(words: str) -> tuple[Face, ...]:
    """ "king 5" as cards."""
    return tuple(FACE_NAMED[word] for word in words.split())


def queens(words: str) -> tuple[int, ...]:
    """ "cat moon" as queens."""
    return tuple(QUEEN_NAMED[word] for word in words.split())


def rules_with(**chosen: OptionValue) -> Rules:
    """These options, and else the faithful ones."""
    return Rules(REVISION, options.complete(GAME.meta, chosen))


class Scene:
    """A round from a given situation on."""

    def __init__(
        self,
        *hands: str,
        awake: Sequence[str] = (),
        asleep: Mapping[int, str] | None = None,
        draw: str = "",
        draw_only: bool = False,
        active: Seat = 0,
        **chosen: OptionValue,
    ) -> None:
        self.rules = rules_with(**chosen)
        self.chance = SeededChance(b"scene")
        self.at_ms = BEGIN_MS
        self.events: tuple[Event, ...] = ()
        self.told: tuple[Event, ...] = ()
        seats = len(hands)
        owned = tuple(
            tuple(sorted(queens(awake[seat] if seat < len(awake) else ""))) for seat in range(seats)
        )
        dealt = [faces(hand) for hand in hands]
        top_first = faces(draw)
        left = Counter(DECK)
        for named in (*dealt, top_first):
            left.subtract(named)
        assert min(left.values()) >= 0, "more cards named than there are"
        rest = list(left.elements())
        fillers = [face for face in rest if is_number(face)]
        filled = []
        for hand in dealt:
            missing = [fillers.pop() for _ in range(HAND - len(hand))]
            for face in missing:
                rest.remove(face)
            filled.append(tuple(sorted((*hand, *missing))))
        below = tuple(rest)
        self.state = State(
            phase=Phase.TURN,
            dealer=(active - 1) % seats,
            active=active,
            slots=_slots(owned, asleep or {}),
            shown=(False,) * SLOTS,
            awake=owned,
            hands=tuple(filled),
            draw=(() if draw_only else below) + top_first[::-1],
            discard=below if draw_only else (),
            since_ms=BEGIN_MS,
        )
        self.census = GAME.census(self.rules, self.state)
        assert len(self.census) == len(DECK) + len(QUEENS)

    # --- going on --------------------------------------------------------------------------------

    def do(self, seat: Seat, action: SleepingQueensAction, after_ms: int = 100) -> Scene:
        """The seat does this; it must be legal."""
        self.at_ms += after_ms
        step = session.play(
            GAME, self.rules, self.state, seat, action, self.chance, self.at_ms, moves=0
        )
        return self._went(step.state, step.events)

    def table(self, kind: str) -> Scene:
        """The deadline of this kind is due, and the table acts."""
        (deadline,) = (one for one in self.deadlines() if one.kind == kind)
        self.at_ms = max(self.at_ms, deadline.since_ms + (deadline.after_ms or 60_000))
        action = GAME.time_out(self.rules, self.state, deadline)
        step = GAME.apply(self.rules, self.state, None, action, self.chance, self.at_ms)
        return self._went(step.state, step.events)

    def _went(self, state: State, events: tuple[Event, ...]) -> Scene:
        self.state, self.told = state, events
        self.events += events
        assert GAME.census(self.rules, state) == self.census, "a card was lost or made"
        return self

    # --- asking ----------------------------------------------------------------------------------

    def refusal(self, seat: Viewer, action: SleepingQueensAction) -> Refusal | None:
        """Why that cannot be done."""
        return session.why_not(GAME, self.rules, self.state, seat, action, self.at_ms)

    def code(self, seat: Viewer, action: SleepingQueensAction) -> str | None:
        """The code of the refusal, None if it is legal."""
        refusal = self.refusal(seat, action)
        return None if refusal is None else refusal.code

    def offers(self, seat: Viewer) -> tuple[SleepingQueensAction, ...]:
        """What this seat is offered."""
        return session.offers(GAME, self.rules, self.state, seat)

    def meant(self, seat: Seat, *picks: str) -> SleepingQueensAction | None:
        """What a selection means."""
        return GAME.intend(self.rules, self.state, seat, tuple(sorted(picks)))

    def deadlines(self) -> tuple[Any, ...]:
        """What runs."""
        return GAME.deadlines(self.rules, self.state)

    def board(self, viewer: Viewer = None) -> Board:
        """What this viewer sees."""
        return GAME.observe(self.rules, self.state, viewer)

    def hand(self, seat: Seat) -> list[str]:
        """What the seat holds, by name."""
        return [FACES[face] for face in self.state.hands[seat]]

    def owns(self, seat: Seat) -> set[str]:
        """The queens awake before the seat."""
        return {QUEENS[queen] for queen in self.state.awake[seat]}

    def sleeper(self, slot: int) -> str | None:
        """Who sleeps there."""
        queen = self.state.slots[slot]
        return None if queen == EMPTY else QUEENS[queen]

    def last(self, kind: str) -> Event:
        """The one event of this kind in the last move."""
        (event,) = (event for event in self.told if event.kind == kind)
        return event

    def kinds(self) -> list[str]:
        """The kinds of events of the last move."""
        return [event.kind for event in self.told]

    @property
    def ended(self) -> tuple[str, tuple[Seat, ...]] | None:
        """Why the round is over and who won."""
        ending = self.state.ending
        return None if ending is None else (ending.reason.value, ending.winners)


def _slots(owned: tuple[tuple[int, ...], ...], asleep: Mapping[int, str]) -> tuple[int, ...]:
    """Named queens where they are said to sleep, `-` for nobody, the others in order."""
    away = {queen for seat in owned for queen in seat}
    named = {slot: QUEEN_NAMED.get(name, EMPTY) for slot, name in asleep.items()}
    taken = away | set(named.values())
    others = [queen for queen in range(SLOTS) if queen not in taken]
    free = [slot for slot in range(SLOTS) if slot not in named]
    others += [EMPTY] * (len(free) - len(others))
    slots = {**named, **dict(zip(free, others, strict=True))}
    return tuple(slots[slot] for slot in range(SLOTS))
