"""The lesson of Daumen drauf!: raise, take a trick, lead, and parry with a twin."""

from __future__ import annotations

from typing import Final

from games.daumen_drauf.state import State
from games.daumen_drauf.teaching.arranged import arranged
from games.kernel.contract import Rules
from games.kernel.lessons import LEARNER, Lesson, Move, Step
from games.kernel.values import N_

FIRST: Final = 1
SECOND: Final = 2
HANDS: Final = (
    "black-1-harmless green-2-harmless green-4-poisonous yellow-1-poisonous yellow-5-poisonous",
    "yellow-3-harmless green-4-harmless yellow-2-poisonous black-3-poisonous green-1-harmless",
    "yellow-1-harmless green-3-poisonous black-2-poisonous black-5-poisonous yellow-4-poisonous",
)


def begin(rules: Rules) -> State:
    """Return a round in which the learner holds the twin of a card that will be shown."""
    return arranged(HANDS, active=FIRST)


LOOKED: Final = (Move(FIRST, ("acknowledge",)), Move(SECOND, ("acknowledge",)))

LESSON: Final = Lesson(
    seats=3,
    begin=begin,
    steps=(
        Step(
            N_(
                "Each harmless snake in your pile is worth a point, each one with a red fang "
                "costs a point. When you show a card, your thumb covers its head, so nobody "
                "else sees the fang. %(first)s leads."
            ),
            (Move(FIRST, ("yellow-3-harmless",)),),
        ),
        Step(
            N_("A yellow 3: harmless or not? Now %(second)s may go higher or pass."),
            (Move(SECOND, ("pass",)),),
        ),
        Step(
            N_(
                "A higher value of the same colour goes higher, and so does any card of a "
                "new colour. Black is new here: choose your black 1."
            ),
            (Move(LEARNER, ("black-1-harmless",)),),
        ),
        Step(
            N_("Your card is the highest now. If the others pass, the trick is yours."),
            (Move(FIRST, ("pass",)), Move(SECOND, ("pass",))),
        ),
        Step(
            N_(
                "Thumbs off: both snakes are harmless, two points for you! Once you have "
                "looked, they go face down, and everyone has to remember them."
            ),
            (Move(LEARNER, ("acknowledge",)), *LOOKED),
        ),
        Step(
            N_(
                "If you take a trick, you lead the next one, and you have to show a card: "
                "your green 2."
            ),
            (
                Move(LEARNER, ("green-2-harmless",)),
                Move(FIRST, ("green-4-harmless",)),
                Move(SECOND, ("pass",)),
            ),
        ),
        Step(
            N_(
                "A green 4! Every card has a twin: one is harmless, the other poisonous. You "
                "hold the poisonous green 4, so this one is harmless. Show your twin: it "
                "takes the trick at once."
            ),
            (Move(LEARNER, ("green-4-poisonous",)),),
        ),
        Step(
            N_("That is a parry: two harmless snakes and one with a fang, so you gain one point."),
            (Move(LEARNER, ("acknowledge",)), *LOOKED),
        ),
    ),
    ends=N_(
        "Cards left in your hand at the end cost a point each, so do not sit on them. And "
        "watch out for what the others want you to take!"
    ),
)
