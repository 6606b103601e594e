"""Examples for the rules of Siebenschläfer."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Rules
from games.kernel.lessons import LEARNER, Example, Move, Step
from games.kernel.values import N_
from games.siebenschlaefer.state import State
from games.siebenschlaefer.teaching.arranged import arranged

FIRST: Final = 1
SECOND: Final = 2


def _draw(rules: Rules) -> State:
    return arranged(("2 3 4 6", "3 5 8 9"), drawn="king 8", top="5 9", laid_by=FIRST)


def _sevens(rules: Rules) -> State:
    hands = ("2 3 7 7 9 10", "2 4 5 8", "3 3 6 queen")
    return arranged(hands, drawn="4 jack 2 10", top="4 6", laid_by=SECOND)


def _aces(rules: Rules) -> State:
    return arranged(("2 4 ace ace", "2 3 8 9"), drawn="5 6", top="9 10", laid_by=FIRST)


EXAMPLES: Final = (
    Example(
        name="draw",
        title=N_("Drawing two, and playing after all"),
        clause="4.3",
        seats=2,
        begin=_draw,
        steps=(
            Step(
                N_(
                    "%(first)s's 5 and 9 make 14. Your best pair, 4 and 6, makes only 10: "
                    "you draw two cards."
                ),
                (Move(LEARNER, ("draw_two",)),),
            ),
            Step(
                N_("A king and an 8! A king doubles the number beside it: 16 beats 14."),
                (Move(LEARNER, ("8", "king")),),
            ),
        ),
        ends=N_(
            "If you can play after drawing, you have to. With nothing above 14, you would "
            "have passed now."
        ),
    ),
    Example(
        name="sevens",
        title=N_("Two sevens at once"),
        clause="3.3",
        seats=3,
        begin=_sevens,
        steps=(
            Step(
                N_("You need more than 10. You play two sevens, which make 14 …"),
                (Move(LEARNER, ("7", "7")),),
            ),
            Step(
                N_(
                    "… and everyone else has drawn two cards. It is your turn again, but now "
                    "you need more than 14: 9 and 10 make 19."
                ),
                (Move(LEARNER, ("9", "10")),),
            ),
        ),
        ends=N_(
            "Four cards gone in one turn. With nothing above 14, you would have drawn two "
            "cards and passed."
        ),
    ),
    Example(
        name="aces",
        title=N_("Two aces clear the table"),
        clause="3.4",
        seats=2,
        begin=_aces,
        steps=(
            Step(
                N_(
                    "9 and 10 make 19. Your numbers cannot beat that, but two aces beat everything."
                ),
                (Move(LEARNER, ("ace", "ace")),),
            ),
            Step(
                N_("Now any pair can be played, and %(first)s gets rid of two small cards."),
                (Move(FIRST, ("2", "3")),),
            ),
        ),
        ends=N_("Now you only need more than 5: your 2 and 4 make 6."),
    ),
)
