"""Examples for the rules of Wortspiel; they begin with the lesson's cards."""

from __future__ import annotations

from typing import Final

from games.kernel.lessons import LEARNER, Example, Move, Step
from games.kernel.values import N_
from games.wortspiel.teaching.arranged import FIRST, SECOND, arranged

OPENS: Final = Move(FIRST, ("tuer-blue", "pile-0", "lay-1", "Haustür"))

EXAMPLES: Final = (
    Example(
        name="colour",
        title=N_("Which colour comes next"),
        clause="3.6",
        seats=3,
        begin=arranged,
        steps=(
            Step(
                N_("%(first)s opens the round: “Tür”, a blue card, goes on “Haus”, which is red."),
                (OPENS,),
            ),
            Step(
                N_(
                    "“Haustür”. The next card has to go on a blue pile; your own card may "
                    "have any colour. You play a red “Uhr” on the blue “Turm”."
                ),
                (Move(LEARNER, ("lay-2", "pile-9", "Turmuhr", "uhr-red"), after_ms=3_000),),
            ),
        ),
        ends=N_(
            "“Turmuhr”. Your card was red, so now a red pile is required. You pause until "
            "another player has played a card."
        ),
    ),
    Example(
        name="halt",
        title=N_("A doubted word that stands"),
        clause="5.6",
        seats=3,
        begin=arranged,
        steps=(
            Step(N_("%(first)s opens the round with “Haustür”."), (OPENS,)),
            Step(
                N_("%(second)s is the fastest with a card on a blue pile: “Glas” and “Kopf”."),
                (Move(SECOND, ("Glaskopf", "glas-blue", "lay-2", "pile-1"), after_ms=3_000),),
            ),
            Step(
                N_("“Glaskopf”? You call “Halt!”, everything stops, and you all talk about it."),
                (
                    Move(LEARNER, ("halt-2",)),
                    Move(LEARNER, ("ready-2",)),
                    Move(FIRST, ("ready-2",)),
                    Move(SECOND, ("ready-2",)),
                ),
            ),
            Step(
                N_("Then everyone votes: you against it, %(first)s and %(second)s for it."),
                (
                    Move(LEARNER, ("invalid-2",)),
                    Move(FIRST, ("valid-2",)),
                    Move(SECOND, ("valid-2",)),
                ),
            ),
        ),
        ends=N_(
            "One vote of three is not more than half: the word stands, and you get a chip, a "
            "minus point. A Glaskopf is a mineral."
        ),
    ),
)
