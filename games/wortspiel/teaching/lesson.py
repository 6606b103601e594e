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
                "Two German nouns make a new word: one card from your hand, and one in the "
                "circle. %(first)s plays the first card, in no hurry."
            ),
            (Move(FIRST, ("tuer-blue", "pile-0", "lay-1", "Haustür")),),
        ),
        Step(
            N_(
                "“Haustür”! The card was blue, so the next one has to go on a blue card, and "
                "now everyone may play at once. Be quick: choose “Uhr”, then the blue "
                "“Turm”, and type “Turmuhr”."
            ),
            (Move(LEARNER, ("uhr-red", "pile-9", "lay-2", "Turmuhr"), after_ms=3_000),),
        ),
        Step(
            N_(
                "Your card was red, so now a red pile is required. You have a break until "
                "another player has played a card."
            ),
            (Move(SECOND, ("kind-green", "pile-4", "lay-3", "Schulkind"), after_ms=4_000),),
        ),
        Step(
            N_("“Schulkind” is a word, and its card is green. %(first)s has an idea …"),
            (Move(FIRST, ("telefon-blue", "pile-10", "lay-4", "Fischtelefon"), after_ms=4_000),),
        ),
        Step(
            N_("“Fischtelefon”? Nobody says that. If you doubt a word, call “Halt!”"),
            (Move(LEARNER, ("halt-4",)),),
        ),
        Step(
            N_("Everything stops, and you can talk about it. When you are ready, everyone votes."),
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
                "Two of three say no: %(first)s takes the card back and gets a minus point. "
                "If the word had stood, the minus point would be yours. %(second)s names a "
                "colour."
            ),
            (Move(SECOND, ("colour-yellow-5",), after_ms=2_000),),
        ),
        Step(
            N_("Yellow! Choose “See”, then “Hund”, and type “Seehund”."),
            (Move(LEARNER, ("see-blue", "pile-11", "lay-6", "Seehund"), after_ms=3_000),),
        ),
    ),
    ends=N_(
        "Play your last card and you end the round; for the others, each card is a minus "
        "point. The words are German in every language."
    ),
)
