"""Examples for the rules of Daumen drauf!"""

from __future__ import annotations

from typing import Final

from games.daumen_drauf.state import State
from games.daumen_drauf.teaching.arranged import arranged
from games.kernel.contract import Rules
from games.kernel.lessons import LEARNER, Example, Move, Step
from games.kernel.values import N_

FIRST: Final = 1
SECOND: Final = 2
THIRD: Final = 3


def _colours(rules: Rules) -> State:
    return arranged(
        (
            "yellow-3-harmless yellow-1-poisonous green-2-poisonous green-6-harmless black-3-harmless",
            "yellow-5-poisonous green-1-harmless green-5-poisonous black-4-harmless yellow-2-harmless",
            "green-4-harmless yellow-4-poisonous black-2-poisonous green-3-harmless yellow-6-harmless",
            "black-1-harmless green-3-poisonous yellow-2-poisonous black-5-harmless black-6-poisonous",
        ),
        LEARNER,
    )


def _letting_go(rules: Rules) -> State:
    return arranged(
        (
            "yellow-2-poisonous black-1-harmless green-3-harmless green-5-poisonous black-4-poisonous",
            "yellow-4-harmless green-1-harmless black-2-poisonous black-5-harmless yellow-1-poisonous",
            "green-2-poisonous yellow-3-harmless black-3-harmless green-4-poisonous yellow-1-harmless",
        ),
        LEARNER,
    )


def _parry(rules: Rules) -> State:
    return arranged(
        (
            "green-4-poisonous black-1-harmless yellow-3-harmless yellow-5-poisonous black-2-poisonous",
            "green-4-harmless green-1-harmless black-3-poisonous black-5-harmless yellow-1-poisonous",
            "green-2-poisonous yellow-4-harmless black-3-harmless green-5-poisonous yellow-1-harmless",
        ),
        FIRST,
    )


EXAMPLES: Final = (
    Example(
        name="colours",
        title=N_("A new colour beats all earlier ones"),
        clause="3.3",
        seats=4,
        begin=_colours,
        steps=(
            Step(
                N_("You lead with a yellow 3, your thumb on its head."),
                (Move(LEARNER, ("yellow-3-harmless",)),),
            ),
            Step(
                N_("%(first)s goes higher in the same colour, with a yellow 5."),
                (Move(FIRST, ("yellow-5-poisonous",)),),
            ),
            Step(
                N_("%(second)s shows a green 4: green is new in this trick, so it is higher."),
                (Move(SECOND, ("green-4-harmless",)),),
            ),
            Step(
                N_("%(third)s shows a black 1: a third colour, higher than yellow and green."),
                (Move(THIRD, ("black-1-harmless",)),),
            ),
        ),
        ends=N_(
            "Now you need a black card of 2 or more. Your black 3 would do; your green 6 would not."
        ),
    ),
    Example(
        name="letting_go",
        title=N_("Raise again, and your first card is revealed"),
        clause="3.4",
        seats=3,
        begin=_letting_go,
        steps=(
            Step(
                N_("You show a yellow 2. Only you know that it bites."),
                (Move(LEARNER, ("yellow-2-poisonous",)),),
            ),
            Step(
                N_("%(first)s goes higher with a yellow 4, and %(second)s passes."),
                (Move(FIRST, ("yellow-4-harmless",)), Move(SECOND, ("pass",))),
            ),
            Step(
                N_("You raise with a black 1. To do that, you have to let go of your yellow 2 …"),
                (Move(LEARNER, ("black-1-harmless",)),),
            ),
        ),
        ends=N_(
            "… and there it lies face up, fang and all. It goes to the player who takes the "
            "trick: perhaps you."
        ),
    ),
    Example(
        name="parry",
        title=N_("The twin takes the trick at once"),
        clause="3.6",
        seats=3,
        begin=_parry,
        steps=(
            Step(
                N_("%(first)s leads with a green 4, and %(second)s passes."),
                (Move(FIRST, ("green-4-harmless",)), Move(SECOND, ("pass",))),
            ),
            Step(
                N_(
                    "You hold the other green 4, the poisonous one, so this one is harmless. "
                    "You parry with your twin."
                ),
                (Move(LEARNER, ("green-4-poisonous",)),),
            ),
        ),
        ends=N_(
            "You take the trick at once: plus one for the harmless twin, minus one for the "
            "other. Your poisonous card is gone, and it cost you nothing."
        ),
    ),
)
