"""Examples for the rules of Schlafmützen."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Rules
from games.kernel.lessons import LEARNER, Example, Move, Step
from games.kernel.values import N_
from games.schlafmuetzen.state import State
from games.schlafmuetzen.teaching.arranged import arranged

FIRST: Final = 1


def _places(rules: Rules) -> State:
    return arranged(((5, 7), (12,), (15,)), highest=4, discards=((), (6,), (8,)))


def _call(rules: Rules) -> State:
    return arranged(((9,), (13,), (15,)), active=FIRST, highest=4, discards=((), (5,), ()))


EXAMPLES: Final = (
    Example(
        name="places",
        title=N_("The middle first, then clockwise"),
        clause="3.4",
        seats=3,
        begin=_places,
        steps=(
            Step(
                N_(
                    "There is a 4 in the middle, a 6 in front of %(first)s and an 8 in front "
                    "of %(second)s. You turn …"
                ),
                (Move(LEARNER, ("reveal-1",)),),
            ),
            Step(
                N_("… a 5. It fits on the 4 and on %(first)s's 6. The middle comes first."),
                (Move(LEARNER, ("middle-0", "turned-2")),),
            ),
            Step(
                N_("Your turn goes on, and you turn the next card …"),
                (Move(LEARNER, ("reveal-3",)),),
            ),
            Step(
                N_(
                    "… a 7. It fits on %(first)s's 6 and on %(second)s's 8. %(first)s is the first"
                    " clockwise from you."
                ),
                (Move(LEARNER, ("seat-1", "turned-4"), after_ms=2_000),),
            ),
        ),
        ends=N_(
            "It would have fitted on %(second)s's 8 as well, but that would have been a "
            "mistake. The others could have called it."
        ),
    ),
    Example(
        name="call",
        title=N_("An overlooked card"),
        clause="5.4",
        seats=3,
        begin=_call,
        steps=(
            Step(
                N_(
                    "%(first)s has a 5 on top of the discard pile, and it fits on the 4 in "
                    "the middle. But %(first)s turns a card …"
                ),
                (Move(FIRST, ("reveal-1",)),),
            ),
            Step(
                N_(
                    "… a 13. That is no mistake yet: the 5 can still be played. But "
                    "%(first)s keeps the 13."
                ),
                (Move(FIRST, ("keep-2",), after_ms=2_000),),
            ),
            Step(
                N_("Now it is a mistake: the 5 was overlooked. You call “Schlafmütze!”"),
                (Move(LEARNER, ("call-3",)),),
            ),
        ),
        ends=N_(
            "Right! You and %(second)s have each given %(first)s the bottom card of your "
            "draw pile, and it is %(second)s's turn."
        ),
    ),
)
