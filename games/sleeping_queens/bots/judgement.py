"""Judgement of a seat that watched well: it values the offers for the solid bot.

All values are shares of a win: 0 is even, +-DECIDED is a round won or lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from games.kernel.contract import InformationState, Seat
from games.sleeping_queens.actions import (
    DeclineWake,
    Defend,
    DiscardAny,
    DiscardNumbers,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
    WakeQueen,
)
from games.sleeping_queens.cards import (
    DECK,
    FACE_NAMED,
    QUEEN_NAMED,
    QUEENS,
    ROSE,
    Face,
    Queen,
    clashing,
    is_number,
    value_of,
)
from games.sleeping_queens.memory import Memory
from games.sleeping_queens.state import DEFENCE_CARD, Raid, points
from games.sleeping_queens.view import Board

Table = tuple[tuple[Queen, ...], ...]
"""The awake queens of every seat."""

DECIDED: Final = 10.0
ANOTHER_TURN: Final = 0.3
NEW_CARD: Final = 0.02
KEEP: Final = {"king": 0.3, "knight": 0.05, "potion": 0.03, "dragon": 0.1, "wand": 0.08}
"""A card's worth for later, as long as it stays in the hand."""


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


class Judgement:
    """A judge of the offers of one seat, by what it has seen."""

    def __init__(self, seen: InformationState[SleepingQueensAction, Board]) -> None:
        board = seen.observation
        assert board.viewer is not None
        self.me: Seat = board.viewer
        self.board = board
        self.memory = Memory(seen.events)
        self.table: Table = tuple(
            tuple(QUEEN_NAMED[queen] for queen in place.queens) for place in board.places
        )
        self.asleep = [slot for slot, sleeping in enumerate(board.slots) if sleeping]
        self.known = {slot: self._remembered(slot) for slot in self.asleep}
        named = {queen for queens in self.table for queen in queens} | set(self.known.values())
        self.strangers = [queen for queen in range(len(QUEENS)) if queen not in named]
        self.unseen = Counter(DECK)
        self.unseen.subtract(FACE_NAMED[card] for card in board.hand)
        self.unseen.subtract(self.memory.discarded)
        self.now = self.value(self.table)

    def _remembered(self, slot: int) -> Queen | None:
        named = self.board.remembered[slot]
        return self.memory.sleepers.get(slot) if named is None else QUEEN_NAMED[named]

    # --- positions -------------------------------------------------------------------------------

    def value(self, table: Table, left: int | None = None) -> float:
        """Return the value of these queens for this seat; `left`: the number still asleep."""
        strengths = [self._strength(queens) for queens in table]
        own, others = strengths[self.me], strengths[: self.me] + strengths[self.me + 1 :]
        if own >= DECIDED:
            return DECIDED
        if max(others) >= DECIDED:
            return -DECIDED
        if left == 0:
            scores = [points(queens) for queens in table]
            return DECIDED if scores[self.me] == max(scores) else -DECIDED
        return own - 0.7 * max(others) - 0.3 * _mean(others)

    def _strength(self, queens: Sequence[Queen]) -> float:
        by_count = len(queens) / self.board.goal_queens
        by_points = points(tuple(queens)) / self.board.goal_points
        best = max(by_count, by_points)
        return DECIDED if best >= 1 else by_count + by_points + best**3

    def _moved(self, queen: Queen, gains: Seat | None, loses: Seat | None = None) -> Table:
        return tuple(
            (*queens, queen)
            if seat == gains
            else tuple(other for other in queens if other != queen)
            if seat == loses
            else queens
            for seat, queens in enumerate(self.table)
        )

    # --- queens from the middle ------------------------------------------------------------------

    def waking(self, seat: Seat, slot: int) -> float:
        """Return the average value after this seat turns up that slot."""
        queen = self.known[slot]
        candidates = self.strangers if queen is None else [queen]
        return _mean(self._woken(seat, candidate) for candidate in candidates)

    def _woken(self, seat: Seat, queen: Queen) -> float:
        if clashing(queen, self.table[seat]) is not None:
            return self.now
        value = self.value(self._moved(queen, seat), len(self.asleep) - 1)
        if queen == ROSE and abs(value) < DECIDED:
            bonus = [other for other in self.strangers if other != ROSE]
            value += _mean(self._gain(seat, other) for other in bonus) if bonus else 0
        return value

    def _gain(self, seat: Seat, queen: Queen) -> float:
        if clashing(queen, self.table[seat]) is not None:
            return 0
        return self.value(self._moved(queen, seat)) - self.now

    def best_waking(self, seat: Seat) -> float:
        """Return the value after this seat wakes a queen: its own best, or the mean for others."""
        values = [self.waking(seat, slot) for slot in self.asleep]
        return max(values) if seat == self.me else _mean(values)

    # --- cards of others ---------------------------------------------------------------------------

    def chance_of(self, seat: Seat, face: Face) -> float:
        """Return the probability that a seat holds this card."""
        if self.memory.held.get(seat, Counter())[face] > 0:
            return 1
        cards = self.board.places[seat].cards
        hidden = max(self.unseen.total(), cards)
        return 1 - (1 - cards / hidden) ** max(self.unseen[face], 0)

    # --- offers ------------------------------------------------------------------------------------

    def weigh(self, action: SleepingQueensAction) -> float:
        """Return the average value after this seat's action."""
        return WEIGHTS[type(action)](self, action)

    def king(self, action: PlayKing) -> float:
        return self.waking(self.me, action.slot)

    def jester(self, action: PlayJester) -> float:
        shown = {face: max(copies, 0) for face, copies in self.unseen.items()}
        values = [
            copies * (self._counted(face) if is_number(face) else self.now + ANOTHER_TURN)
            for face, copies in shown.items()
        ]
        return sum(values) / max(sum(shown.values()), 1)

    def _counted(self, face: Face) -> float:
        return self.best_waking((self.me + value_of(face) - 1) % len(self.table))

    def knight(self, action: PlayKnight) -> float:
        stolen = self.value(self._moved(QUEEN_NAMED[action.queen], self.me, action.victim))
        return self._attack(Raid.KNIGHT, action.victim, stolen) - KEEP["knight"]

    def potion(self, action: PlayPotion) -> float:
        slept = self.value(self._moved(QUEEN_NAMED[action.queen], None, action.victim))
        return self._attack(Raid.POTION, action.victim, slept) - KEEP["potion"]

    def _attack(self, raid: Raid, victim: Seat, success: float) -> float:
        met = self.chance_of(victim, DEFENCE_CARD[raid])
        return met * self.now + (1 - met) * success

    def numbers(self, action: DiscardNumbers) -> float:
        return self.now + NEW_CARD * len(action.cards)

    def any_card(self, action: DiscardAny) -> float:
        return self.now + NEW_CARD - KEEP.get(action.card, 0)

    def defend(self, action: Defend) -> float:
        return self.now - KEEP[action.card] * 0.2

    def let_happen(self, action: LetHappen) -> float:
        attack = self.board.attack
        assert attack is not None
        gains = attack.attacker if attack.kind == Raid.KNIGHT else None
        return self.value(self._moved(QUEEN_NAMED[attack.queen], gains, attack.victim))

    def wake(self, action: WakeQueen) -> float:
        return self.waking(self.me, action.slot)

    def decline(self, action: DeclineWake) -> float:
        return self.now


WEIGHTS: Final[Mapping[type[Any], Callable[[Judgement, Any], float]]] = {
    PlayKing: Judgement.king,
    PlayJester: Judgement.jester,
    PlayKnight: Judgement.knight,
    PlayPotion: Judgement.potion,
    DiscardNumbers: Judgement.numbers,
    DiscardAny: Judgement.any_card,
    Defend: Judgement.defend,
    LetHappen: Judgement.let_happen,
    WakeQueen: Judgement.wake,
    DeclineWake: Judgement.decline,
}
