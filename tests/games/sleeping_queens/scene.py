"""Prepared situations of Sleeping Queens, written in a line, and play from there.

    scene = Scene("king 5", "dragon", awake=("cat", "moon rose"), asleep={3: "dog"}, draw="knight
    4")

Hands are filled up to five cards with number cards. The draw pile begins with the named cards, top
first, and goes on with the rest. Queens that are not named sleep on the free slots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.kernel.contract import OptionValue, Rules, Seat
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
from tests.games import scene
from tests.games.contract.rounds import rules_of
from tests.games.scene import BEGIN_MS

REVISION = GAME.meta.revisions[-1]
"""The revision of all scenes; the fixture `every_revision` sets the others."""


def faces(words: str) -> tuple[Face, ...]:
    """Return the cards of a text like "king 5"."""
    return tuple(FACE_NAMED[word] for word in words.split())


def queens(words: str) -> tuple[int, ...]:
    """Return the queens of a text like "cat moon"."""
    return tuple(QUEEN_NAMED[word] for word in words.split())


def rules_with(**chosen: OptionValue) -> Rules:
    """Return rules with these options, and the default choice of all others."""
    return rules_of(GAME, chosen, REVISION)


class Scene(scene.Scene[State, SleepingQueensAction, Board]):
    """A round from a given situation on."""

    game = GAME

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
        seats = len(hands)
        owned = tuple(
            tuple(sorted(queens(awake[seat] if seat < len(awake) else ""))) for seat in range(seats)
        )
        dealt = [faces(hand) for hand in hands]
        top_first = faces(draw)
        left = Counter(DECK)
        for named in (*dealt, top_first):
            left.subtract(named)
        assert min(left.values()) >= 0, "more cards are named than exist"
        rest = list(left.elements())
        fillers = [face for face in rest if is_number(face)]
        filled = []
        for hand in dealt:
            missing = [fillers.pop() for _ in range(HAND - len(hand))]
            for face in missing:
                rest.remove(face)
            filled.append(tuple(sorted((*hand, *missing))))
        below = tuple(rest)
        state = State(
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
        super().__init__(rules_with(**chosen), state)
        assert len(self.all_cards) == len(DECK) + len(QUEENS)

    def hand(self, seat: Seat) -> list[str]:
        """Return the cards of this seat, by name."""
        return [FACES[face] for face in self.state.hands[seat]]

    def owns(self, seat: Seat) -> set[str]:
        """Return the queens awake before this seat."""
        return {QUEENS[queen] for queen in self.state.awake[seat]}

    def sleeper(self, slot: int) -> str | None:
        """Return the queen who sleeps on this slot."""
        queen = self.state.slots[slot]
        return None if queen == EMPTY else QUEENS[queen]

    @property
    def ended(self) -> tuple[str, tuple[Seat, ...]] | None:
        """The reason why the round is over, and the winners."""
        ending = self.state.ending
        return None if ending is None else (ending.reason.value, ending.winners)


def _slots(owned: tuple[tuple[int, ...], ...], asleep: Mapping[int, str]) -> tuple[int, ...]:
    """Return the slots: named queens in their places, `-` for an empty one, the others in order."""
    away = {queen for seat in owned for queen in seat}
    named = {slot: QUEEN_NAMED.get(name, EMPTY) for slot, name in asleep.items()}
    taken = away | set(named.values())
    others = [queen for queen in range(SLOTS) if queen not in taken]
    free = [slot for slot in range(SLOTS) if slot not in named]
    others += [EMPTY] * (len(free) - len(others))
    slots = {**named, **dict(zip(free, others, strict=True))}
    return tuple(slots[slot] for slot in range(SLOTS))
