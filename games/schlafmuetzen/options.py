"""The options of a rules version; the first choice of each follows the rulebook (RULES.md 9)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Option, Rules
from games.schlafmuetzen.cards import HALF_PACK, WHOLE_PACK, Pile

OPTIONS: Final = (
    Option(
        name="pack",
        label=N_("The cards in play"),
        choices=("whole", "half"),
        labels=(
            N_("All 100, from 1 to 20"),
            N_("Half of them, from 1 to 10: for a short round"),
        ),
        clause="1.5",
    ),
    Option(
        name="error_mode",
        label=N_("Mistakes"),
        choices=("table", "strict"),
        labels=(
            N_("Can happen: nothing is said until a player calls"),
            N_("Cannot happen: for learning, and for small children"),
        ),
        clause="3.8",
    ),
    Option(
        name="call_scope",
        label=N_("How far a call reaches"),
        choices=("last_placement", "last_turn"),
        labels=(
            N_("The card played last"),
            N_("The whole last turn: for correspondence"),
        ),
        clause="5.9",
    ),
    Option(
        name="false_call",
        label=N_("A player who makes a wrong call"),
        choices=("one_card", "lockout", "none"),
        labels=(
            N_("Takes a card"),
            N_("May not call again before their next turn"),
            N_("Pays nothing"),
        ),
        clause="5.7",
    ),
    Option(
        name="penalty_win",
        label=N_("A player whose last card is due as a penalty"),
        choices=(True, False),
        labels=(N_("Wins"), N_("Keeps it")),
        clause="5.6",
    ),
    Option(
        name="rank_rest",
        label=N_("Places after the winner"),
        choices=("winner_only", "cards"),
        labels=(N_("Everyone else comes second"), N_("By cards left")),
        clause="6.4",
    ),
    Option(
        name="first_player",
        label=N_("Who starts the first round"),
        choices=("random", "last_up", "rotate"),
        labels=(
            N_("Drawn at random"),
            N_("The player who got up last today"),
            N_("The first seat"),
        ),
        clause="1.4",
    ),
)

GOT_UP: Final = "got_up"
"""The declaration of the time when a player got up today, in minutes since midnight."""


def chosen(rules: Rules, name: str, choice: str | bool) -> bool:
    """Return whether this rules version has this choice."""
    return rules.options[name] == choice


def to_deal(rules: Rules) -> Pile:
    """Return the cards that are dealt (RULES.md 1.5)."""
    return HALF_PACK if chosen(rules, "pack", "half") else WHOLE_PACK
