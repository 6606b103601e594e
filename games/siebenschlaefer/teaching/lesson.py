"""The lesson of Siebenschläfer: pairs, pictures, sevens, aces."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Rules
from games.kernel.lessons import LEARNER, Lesson, Move, Step
from games.kernel.values import N_
from games.siebenschlaefer.state import State
from games.siebenschlaefer.teaching.arranged import arranged

FIRST: Final = 1
SECOND: Final = 2


def begin(rules: Rules) -> State:
    """Return a round in which the learner has cards of every kind, and may lay any pair."""
    return arranged(
        ("2 3 4 6 7 9 jack king ace ace", "2 2 2 3 3 3 4 4 5 5", "2 3 4 5 6 8 9 9 10 king"),
        drawn="2 3 6 5",
    )


LESSON: Final = Lesson(
    seats=3,
    begin=begin,
    steps=(
        Step(
            N_(
                "Get rid of your cards, always two at a time. Two numbers are added up. "
                "Start small: choose 2 and 4."
            ),
            (Move(LEARNER, ("2", "4")),),
        ),
        Step(
            N_("Your pair makes 6. %(first)s has to play a pair that makes more …"),
            (Move(FIRST, ("3", "5")),),
        ),
        Step(
            N_("… that made 8, and %(second)s needs more than that."),
            (Move(SECOND, ("5", "king")),),
        ),
        Step(
            N_(
                "A jack, queen or king doubles the number beside it, so that makes 10. You "
                "can do that, too: choose your 6 and your king, which make 12."
            ),
            (Move(LEARNER, ("6", "king")),),
        ),
        Step(
            N_(
                "%(first)s has nothing above 12, draws two cards, still has nothing, and "
                "passes. %(second)s is next."
            ),
            (
                Move(FIRST, ("draw_two",)),
                Move(FIRST, ("pass",), after_ms=2_000),
                Move(SECOND, ("4", "9")),
            ),
        ),
        Step(
            N_(
                "13. Your 7 and 9 make 16, and a 7 does more: the next player draws two and "
                "misses a turn. Play them."
            ),
            (Move(LEARNER, ("7", "9")),),
        ),
        Step(
            N_("%(first)s drew two cards and misses a turn. %(second)s has an answer:"),
            (Move(SECOND, ("9", "10")),),
        ),
        Step(
            N_(
                "19: hardly anything beats that. But two aces beat everything, and after "
                "them the next player may play any pair. Choose your aces."
            ),
            (Move(LEARNER, ("ace", "ace")),),
        ),
    ),
    ends=N_(
        "Only two cards left! The round is over as soon as a player has none. Then the "
        "others count what they hold, and the player with the most pays."
    ),
)
