"""The lesson of Schlafmützen: turn, lay, keep, and call out a mistake."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Rules
from games.kernel.lessons import LEARNER, Lesson, Move, Step
from games.kernel.values import N_
from games.schlafmuetzen.state import State
from games.schlafmuetzen.teaching.arranged import arranged

FIRST: Final = 1
SECOND: Final = 2


def begin(rules: Rules) -> State:
    """Return a round in which the first cards to be turned are known; all others are below them."""
    return arranged(((2, 9, 3), (10, 3), (15,)))


LESSON: Final = Lesson(
    seats=3,
    begin=begin,
    steps=(
        Step(
            N_(
                "Get rid of your cards before the others do. Nobody knows what is in their "
                "own pile: turn your top card."
            ),
            (Move(LEARNER, ("reveal-1",)),),
        ),
        Step(
            N_(
                "In the middle, the piles go up one by one. A 2 fits on a 1: choose your "
                "card, then the first pile in the middle."
            ),
            (Move(LEARNER, ("turned-2", "middle-0")),),
        ),
        Step(
            N_("Your turn goes on as long as your cards fit. Turn the next one."),
            (Move(LEARNER, ("reveal-3",), after_ms=2_000),),
        ),
        Step(
            N_(
                "A 9 fits nowhere yet. Keep it: it starts your discard pile, and your turn is over."
            ),
            (Move(LEARNER, ("keep-4",), after_ms=2_000),),
        ),
        Step(
            N_("%(first)s turns a 10 …"),
            (
                Move(FIRST, ("reveal-5",), after_ms=2_000),
                Move(FIRST, ("seat-0", "turned-6"), after_ms=2_000),
            ),
        ),
        Step(
            N_(
                "… and gets rid of it on your 9: on the others' piles, cards fit one up or "
                "one down. Watch the next card closely."
            ),
            (
                Move(FIRST, ("reveal-7",), after_ms=2_000),
                Move(FIRST, ("keep-8",), after_ms=2_000),
            ),
        ),
        Step(
            N_(
                "%(first)s has kept a 3. But there is a 2 in the middle, and a card that "
                "fits has to be played! The table says nothing, so you have to: call "
                "“Schlafmütze!”"
            ),
            (Move(LEARNER, ("call-9",)),),
        ),
        Step(
            N_(
                "Right! Everyone else gives %(first)s a card. A wrong call would have cost "
                "you one. %(second)s is next."
            ),
            (
                Move(SECOND, ("reveal-9",), after_ms=2_000),
                Move(SECOND, ("keep-10",), after_ms=2_000),
            ),
        ),
        Step(
            N_(
                "Your turn. Look at your own discard pile first: if its top card fits "
                "anywhere, you have to play it first. A 10 fits nowhere, so turn a card."
            ),
            (Move(LEARNER, ("reveal-11",), after_ms=2_000),),
        ),
    ),
    ends=N_(
        "You know where this 3 belongs. Play your last card and you win, unless the others "
        "find a mistake at the last moment."
    ),
)
