"""The lesson of Sleeping Queens: wake, defend, steal, and get new cards for sums."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Rules
from games.kernel.lessons import LEARNER, Lesson, Move, Step
from games.kernel.values import N_
from games.sleeping_queens.state import State
from games.sleeping_queens.teaching.arranged import arranged

OTHER: Final = 1
SLEEPERS: Final = "sunflower moon heart starfish peacock rose pancake cat ladybug rainbow dog cake"


def begin(rules: Rules) -> State:
    """Return a round: the learner has a king and the dragon to use, the other seat a knight."""
    return arranged(
        hands=("king dragon 3 4 7", "knight king 2 2 9"),
        drawn="5 8 6 knight 1 10 9",
        sleepers=SLEEPERS,
    )


LESSON: Final = Lesson(
    seats=2,
    begin=begin,
    steps=(
        Step(
            N_(
                "Twelve queens are asleep, and only a king wakes one. Choose your king, then the third"
                " queen in the top row."
            ),
            (Move(LEARNER, ("king", "slot-2")),),
        ),
        Step(
            N_(
                "The Heart Queen, 20 points! She is in front of you now, and you drew a new "
                "card. But the others see her, too …"
            ),
            (Move(OTHER, ("knight", "queen-heart")),),
        ),
        Step(
            N_("A knight comes to steal her. A dragon drives knights away: play yours."),
            (Move(LEARNER, ("dragon",)),),
        ),
        Step(
            N_(
                "Saved, and it is your turn. Number cards only bring you new cards, and sums "
                "bring the most: choose 3, 4 and 7, because 3 + 4 = 7."
            ),
            (Move(LEARNER, ("3", "4", "7")),),
        ),
        Step(
            N_("Three cards out, three cards in, and one of them is a knight. Now watch."),
            (Move(OTHER, ("king", "slot-4")),),
        ),
        Step(
            N_(
                "Another queen is awake, but she is not yours. Choose your knight, then her: "
                "she is yours unless a dragon stops you."
            ),
            (Move(LEARNER, ("knight", "queen-peacock")),),
        ),
        Step(N_("No dragon, it seems …"), (Move(OTHER, ("let_happen",), after_ms=20_000),)),
    ),
    ends=N_(
        "Two queens, 30 points! Five queens or 50 points win. Potions send queens back to "
        "sleep, wands stop potions, jesters leave it to luck: you will see."
    ),
)
