"""The options of a rules version; the first choice of each follows the rulebook (RULES.md 9)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Option, OptionValue, Rules

OPTIONS: Final = (
    Option(
        name="race_mode",
        label=N_("How cards are played"),
        choices=("live", "sealed"),
        labels=(
            N_("All at once: the first card stays"),
            N_("Face down, then shown together: our variant for correspondence"),
        ),
        clause="8",
    ),
    Option(
        name="photo_finish",
        label=N_("Two cards at almost the same time"),
        choices=("table", "server_order"),
        labels=(N_("The table agrees which card was first"), N_("The first card to arrive stays")),
        clause="4.2",
    ),
    Option(
        name="photo_finish_ms",
        label=N_("What counts as the same time"),
        choices=(150, 75, 300, 600),
        labels=(
            N_("0.15 seconds"),
            N_("0.075 seconds"),
            N_("0.3 seconds"),
            N_("0.6 seconds"),
        ),
        clause="4.2",
    ),
    Option(
        name="halt_grace_ms",
        label=N_("Time to hear a word before “Halt!” comes too late"),
        choices=(2_000, 0, 1_000, 4_000),
        labels=(
            N_("At least 2 seconds"),
            N_("Only until the next card"),
            N_("At least 1 second"),
            N_("At least 4 seconds"),
        ),
        clause="5.2",
    ),
    Option(
        name="judge",
        label=N_("Who judges a doubted word"),
        choices=("vote", "lexicon", "precedents"),
        labels=(
            N_("The table votes"),
            N_("Our word list, after the talk (not in the rulebook)"),
            N_("Rulings of the word court, otherwise the table votes (not in the rulebook)"),
        ),
        clause="5.8",
    ),
    Option(
        name="early_close",
        label=N_("The vote ends when it is decided"),
        choices=(False, True),
        labels=(N_("No, all vote"), N_("Yes")),
        clause="5.5",
    ),
    Option(
        name="tiebreak",
        label=N_("Tied totals at the end of the match"),
        choices=("shared", "extra_round"),
        labels=(N_("Shared place"), N_("One more round")),
        clause="7.5",
    ),
)


def chosen(rules: Rules, name: str, choice: OptionValue) -> bool:
    """Return whether this rules version has this choice."""
    return rules.options[name] == choice


def millis(rules: Rules, name: str) -> int:
    """Return a length of time in this rules version, in milliseconds."""
    value = rules.options[name]
    assert isinstance(value, int)
    return value


def sealed(rules: Rules) -> bool:
    """Return whether cards are laid unseen (RULES.md 8)."""
    return rules.options["race_mode"] == "sealed"
