"""The lesson of Wortspiel: make a word, be first, doubt one, and vote."""

from __future__ import annotations

from typing import Final

from games.kernel.lessons import LEARNER, Lesson, Move, Step
from games.kernel.values import N_
from games.wortspiel.teaching.arranged import FIRST, SECOND, arranged

LESSON: Final = Lesson(
    seats=3,
    begin=arranged,
    steps=(
        Step(
            N_(
                "Two German nouns make a new word: a card of your hand, and one in the circle."
                " %(first)s begins in peace."
            ),
            (Move(FIRST, ("tuer-blue", "pile-0", "lay-1", "Haustür")),),
        ),
        Step(
            N_(
                "“Haustür”! The card was blue, so the next one has to go on a blue card, and everybody"
                " may lay at once. Be quick: choose “Uhr”, then the blue “Turm”, and type “Turmuhr”."
            ),
            (Move(LEARNER, ("uhr-red", "pile-9", "lay-2", "Turmuhr"), after_ms=3_000),),
        ),
        Step(
            N_(
                "Your card was red, so red is asked for now. Whoever was first has a break until"
                " somebody else has laid a card."
            ),
            (Move(SECOND, ("kind-green", "pile-4", "lay-3", "Schulkind"), after_ms=4_000),),
        ),
        Step(
            N_("“Schulkind” is a word, and a green card. %(first)s has an idea …"),
            (Move(FIRST, ("telefon-blue", "pile-10", "lay-4", "Fischtelefon"), after_ms=4_000),),
        ),
        Step(
            N_("“Fischtelefon”? Nobody says that. Whoever doubts a word calls “Halt!”"),
            (Move(LEARNER, ("halt-4",)),),
        ),
        Step(
            N_("Everything stops, and you can talk about it. When you are ready, you all vote."),
            (
                Move(LEARNER, ("ready-4",)),
                Move(FIRST, ("ready-4",)),
                Move(SECOND, ("ready-4",)),
            ),
        ),
        Step(
            N_("Is “Fischtelefon” a word? Vote against it."),
            (
                Move(LEARNER, ("invalid-4",)),
                Move(FIRST, ("valid-4",)),
                Move(SECOND, ("invalid-4",)),
            ),
        ),
        Step(
            N_(
                "Two of three say no: %(first)s takes the card back and gets a minus point. Had the"
                " word stood, the point would be yours. %(second)s names a colour."
            ),
            (Move(SECOND, ("colour-yellow-5",), after_ms=2_000),),
        ),
        Step(
            N_("Yellow! Choose “See”, then “Hund”, and type “Seehund”."),
            (Move(LEARNER, ("see-blue", "pile-11", "lay-6", "Seehund"), after_ms=3_000),),
        ),
    ),
    ends=N_(
        "Whoever has laid the last card ends the round; for the others each card is a minus point. The"
        " words are German in every language."
    ),
)
