"""The options of a rules version; the first choice of each follows the leaflet (RULES.md 9)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Option, Rules

OPTIONS: Final = (
    Option(
        name="single_discard",
        label=N_("Discarding a single card"),
        choices=("number_only", "any_card"),
        labels=(N_("Number cards only"), N_("Any card")),
        clause="3.7",
    ),
    Option(
        name="equation",
        label=N_("Sums"),
        choices=("single_result", "both_sides"),
        labels=(
            N_("One card is the sum of the others"),
            N_("Sums on both sides, such as 1 + 4 = 2 + 3"),
        ),
        clause="3.6",
    ),
    Option(
        name="jester_wake",
        label=N_("The player at whom the jester's count ends"),
        choices=("optional", "forced"),
        labels=(N_("May wake a queen"), N_("Must wake a queen")),
        clause="5.6",
    ),
    Option(
        name="potion_slot",
        label=N_("Where a queen goes to sleep"),
        choices=("attacker", "lowest"),
        labels=(N_("The attacker chooses the place"), N_("On the first empty place")),
        clause="3.5",
    ),
    Option(
        name="memory_aid",
        label=N_("Queens seen going back to sleep"),
        choices=("off", "on"),
        labels=(N_("Everyone has to remember them"), N_("The table remembers them")),
        clause="7.3",
    ),
    Option(
        name="say_sum",
        label=N_("Saying the sum aloud"),
        choices=("off", "on"),
        labels=(N_("The table says it for you"), N_("You say it: you type it in")),
        clause="3.6",
    ),
    Option(
        name="tiebreak",
        label=N_("A tie on points when all queens are awake"),
        choices=("shared", "queens"),
        labels=(N_("Shared win"), N_("More queens win")),
        clause="6.3",
    ),
    Option(
        name="dealer",
        label=N_("Who deals first"),
        choices=("random", "declared"),
        labels=(
            N_("The dealer is drawn at random"),
            N_("The player who says “I deal” before the round"),
        ),
        clause="2.2",
    ),
)

DEALS: Final = "deals"
"""The declaration of a player who wants to deal first."""


def chosen(rules: Rules, name: str, choice: str) -> bool:
    """Return whether this rules version has this choice."""
    return rules.options[name] == choice
