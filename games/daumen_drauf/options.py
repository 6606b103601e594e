"""The options of a rules version; the first choice of each follows the rulebook (RULES.md 8)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Option, Rules

OPTIONS: Final = (
    Option(
        name="open_piles",
        label=N_("Cards taken"),
        choices=(False, True),
        labels=(N_("Face down: everyone has to remember them"), N_("Face up for everyone")),
        clause="6.4",
    ),
    Option(
        name="tiebreak",
        label=N_("Tied totals at the end of the match"),
        choices=("shared", "last_partie"),
        labels=(N_("Shared place"), N_("The better last round decides")),
        clause="5.6",
    ),
    Option(
        name="first_player",
        label=N_("Who starts the first round"),
        choices=("random", "youngest_declared"),
        labels=(N_("Drawn at random"), N_("The player who claims to be the youngest")),
        clause="2.3",
    ),
)

YOUNGEST: Final = "youngest"
"""The declaration of a player who is the youngest at the table."""


def chosen(rules: Rules, name: str, choice: str | bool) -> bool:
    """Return whether this rules version has this choice."""
    return rules.options[name] == choice
