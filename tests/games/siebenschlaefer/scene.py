"""Prepared situations of Siebenschläfer, written in a line, and play from there.

    scene = Scene("7 9", "2 3", "king ace", top="5 6", stock="jack 4")

Hands are as named. The stock begins with the named cards, top first. Then come all cards that are
named nowhere, or none with `nothing_left`. `discard` is under the top pair.
"""

from __future__ import annotations

from collections import Counter
from typing import Self

from games.kernel.contract import Event, OptionValue, Rules, Seat
from games.siebenschlaefer import GAME
from games.siebenschlaefer.actions import DrawTwo, Lay, Pass, SiebenschlaeferAction
from games.siebenschlaefer.cards import DECK, FACE_NAMED, Face, names
from games.siebenschlaefer.pairs import FREE, value_of
from games.siebenschlaefer.state import Phase, State
from games.siebenschlaefer.view import Board
from tests.games import scene
from tests.games.contract.rounds import rules_of
from tests.games.scene import BEGIN_MS

DRAW = DrawTwo()
PASS = Pass()
REVISION = GAME.meta.revisions[-1]
"""The revision of all scenes; the fixture `every_revision` sets the others."""


def faces(words: str) -> tuple[Face, ...]:
    """Return the cards of a text like "king 5"."""
    return tuple(FACE_NAMED[word] for word in words.split())


def lay(words: str) -> Lay:
    """Return the action to lay a text like "king 5"."""
    return Lay(tuple(words.split()))


def rules_with(**chosen: OptionValue) -> Rules:
    """Return rules with these options, and the default choice of all others."""
    return rules_of(GAME, chosen, REVISION)


class Scene(scene.Scene[State, SiebenschlaeferAction, Board]):
    """A round from a given situation on."""

    game = GAME

    def __init__(
        self,
        *hands: str,
        top: str = "",
        value: int | None = None,
        stock: str = "",
        discard: str = "",
        nothing_left: bool = False,
        active: Seat = 0,
        turns: int = 0,
        **chosen: OptionValue,
    ) -> None:
        dealt = [tuple(sorted(faces(hand))) for hand in hands]
        assert all(len(hand) % 2 == 0 for hand in dealt), "a hand must have an even number of cards"
        pair = tuple(sorted(faces(top)))
        named, under = faces(stock), faces(discard)
        left = Counter(DECK)
        for some in (*dealt, pair, named, under):
            left.subtract(some)
        assert min(left.values()) >= 0, "more cards are named than exist"
        rest = () if nothing_left else tuple(left.elements())
        state = State(
            phase=Phase.TURN,
            began=active,
            active=active,
            hands=tuple(dealt),
            stock=rest + named[::-1],
            discard=under,
            top=pair,
            value=self._value(pair, value),
            laid_by=(active - 1) % len(dealt) if pair else None,
            passes=0,
            turns=turns,
            since_ms=BEGIN_MS,
        )
        super().__init__(rules_with(**chosen), state)
        assert nothing_left or len(self.all_cards) == len(DECK)

    @staticmethod
    def _value(pair: tuple[Face, ...], value: int | None) -> int:
        if value is not None:
            return value
        return value_of((pair[0], pair[1])) if pair else FREE

    def went(self, state: State, events: tuple[Event, ...]) -> Self:
        assert not odd(state), "a pile or hand has an odd number of cards"
        return super().went(state, events)

    def hand(self, seat: Seat) -> list[str]:
        """Return the cards of this seat, by name."""
        return list(names(self.state.hands[seat]))

    def counts(self) -> list[int]:
        """Return the number of cards in each hand."""
        return [len(hand) for hand in self.state.hands]


def still_stuck() -> Scene:
    """Return a scene: a draw ended the turn of seat 0, and it cannot lay in its next one either."""
    scene = Scene("2 3", "9 9 4 5", "10 10 6 6", top="8 9", stock="3 3 2 2 2 2 4 4 4 4",
                  draw_then="turn_ends")  # fmt: skip
    return scene.do(0, DRAW).do(1, lay("9 9")).do(2, lay("10 10"))


def odd(state: State) -> bool:
    """Return whether a hand, the stock or the laid cards are odd in number (RULES.md 1.3)."""
    zones = (*state.hands, state.stock, state.discard, state.top)
    return any(len(zone) % 2 for zone in zones)
