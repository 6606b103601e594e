"""Examples for the rules of Sleeping Queens."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Rules
from games.kernel.lessons import LEARNER, Example, Move, Step
from games.kernel.values import N_
from games.sleeping_queens.state import State
from games.sleeping_queens.teaching.arranged import arranged

OTHER: Final = 1


def _jester(rules: Rules) -> State:
    return arranged(
        hands=("jester 2 6 7 9", "king 1 2 5 8"),
        drawn="4 10 3",
        sleepers="sunflower moon heart starfish peacock rose pancake cat ladybug rainbow dog cake",
    )


def _sum(rules: Rules) -> State:
    return arranged(
        hands=("2 3 5 8 dragon", "knight 1 4 6 9"),
        drawn="king 7 wand",
        sleepers="sunflower moon heart starfish peacock rose pancake cat ladybug rainbow dog cake",
    )


def _cat_and_dog(rules: Rules) -> State:
    return arranged(
        hands=("king 2 6 7 9", "knight 1 4 5 8"),
        drawn="3 10",
        sleepers="sunflower moon heart starfish peacock rose pancake cat ladybug rainbow - cake",
        awake=("dog", ""),
    )


def _rose(rules: Rules) -> State:
    return arranged(
        hands=("king 2 6 7 9", "potion 1 4 5 8"),
        drawn="3 10",
        sleepers="sunflower moon heart starfish peacock rose pancake cat ladybug rainbow dog cake",
    )


def _dragon(rules: Rules) -> State:
    return arranged(
        hands=("dragon 3 4 7 9", "knight king 2 5 8"),
        drawn="6 10",
        sleepers="sunflower moon - starfish peacock rose pancake cat ladybug rainbow dog cake",
        awake=("heart", ""),
        active=OTHER,
    )


EXAMPLES: Final = (
    Example(
        name="jester",
        title=N_("A jester counts round the table"),
        clause="3.3",
        seats=2,
        begin=_jester,
        steps=(
            Step(
                N_("You play the jester. The top card of the draw pile is turned up …"),
                (Move(LEARNER, ("jester",)),),
            ),
            Step(
                N_(
                    "… a 4. You count as one, %(first)s as two, you as three, %(first)s as four: so"
                    " %(first)s may wake a queen."
                ),
                (Move(OTHER, ("slot-1",)),),
            ),
        ),
        ends=N_(
            "The Moon Queen is awake in front of %(first)s. You have drawn a card, and your "
            "turn is over."
        ),
    ),
    Example(
        name="sum",
        title=N_("A sum brings three new cards"),
        clause="3.6",
        seats=2,
        begin=_sum,
        steps=(
            Step(
                N_(
                    "You hold 2, 3 and 5. One of them is the sum of the others, so you can "
                    "discard all three."
                ),
                (Move(LEARNER, ("2", "3", "5")),),
            ),
        ),
        ends=N_(
            "2 + 3 = 5: three cards are gone, and you have drawn three. A single number "
            "would have brought you only one."
        ),
    ),
    Example(
        name="cat_and_dog",
        title=N_("The Cat Queen meets the Dog Queen"),
        clause="4.2",
        seats=2,
        begin=_cat_and_dog,
        steps=(
            Step(
                N_("The Dog Queen is awake in front of you. You play a king and choose a queen …"),
                (Move(LEARNER, ("king", "slot-7")),),
            ),
        ),
        ends=N_(
            "… the Cat Queen! The two cannot live together, so she goes back to sleep on the "
            "same place. Everyone has seen her; your king is gone, and your turn is over."
        ),
    ),
    Example(
        name="rose",
        title=N_("The Rose Queen brings a friend"),
        clause="4.4",
        seats=2,
        begin=_rose,
        steps=(
            Step(
                N_("You play a king and choose a queen. Nobody knows who sleeps there …"),
                (Move(LEARNER, ("king", "slot-5")),),
            ),
            Step(
                N_("… the Rose Queen! She is worth only 5 points, but you wake another queen."),
                (Move(LEARNER, ("slot-2",)),),
            ),
        ),
        ends=N_("The Heart Queen came along: 25 points with one king."),
    ),
    Example(
        name="dragon",
        title=N_("A dragon drives a knight away"),
        clause="5.2",
        seats=2,
        begin=_dragon,
        steps=(
            Step(
                N_(
                    "The Heart Queen is awake in front of you. %(first)s plays a knight to "
                    "take her."
                ),
                (Move(OTHER, ("knight", "queen-heart")),),
            ),
            Step(
                N_("An attacked player always gets to answer. You have a dragon and play it."),
                (Move(LEARNER, ("dragon",)),),
            ),
        ),
        ends=N_(
            "Your queen stays. You drew a card for the dragon, then %(first)s drew one for the knight,"
            " and now it is your turn."
        ),
    ),
)
