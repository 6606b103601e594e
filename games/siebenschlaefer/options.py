"""The options of a rules version; the first choice of each follows the sheet (RULES.md 9)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Option, Rules

NEVER: Final = 0
"""Turns until closing time if there is no closing time."""

OPTIONS: Final = (
    Option(
        name="compulsory_lay",
        label=N_("A player who can play"),
        choices=(True, False),
        labels=(N_("Has to play"), N_("May draw and pass instead")),
        clause="4.2",
    ),
    Option(
        name="draw_then",
        label=N_("After drawing two cards"),
        choices=("lay_now", "turn_ends"),
        labels=(N_("You may play at once"), N_("Your turn is over")),
        clause="4.3",
    ),
    Option(
        name="final_seven_draws",
        label=N_("A seven in the last pair"),
        choices=(False, True),
        labels=(N_("The round is over at once"), N_("The cards for it are still drawn")),
        clause="5.1",
    ),
    Option(
        name="closing_time",
        label=N_("Closing time"),
        choices=(120, 60, NEVER),
        labels=(
            N_("After 120 turns for each player"),
            N_("After 60 turns for each player"),
            N_("Never, as on the rule sheet"),
        ),
        clause="5.4",
    ),
)


def chosen(rules: Rules, name: str, choice: str | bool) -> bool:
    """Return whether this rules version has this choice."""
    return rules.options[name] == choice


def last_turn(rules: Rules, seats: int) -> int:
    """Return the number of completed turns at closing time (RULES.md 5.4); 0: there is none."""
    return int(rules.options["closing_time"]) * seats
