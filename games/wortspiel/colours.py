"""The colours on the piles, and those that may be chosen (RULES.md 6)."""

from __future__ import annotations

from games.kernel.contract import Rules
from games.wortspiel.cards import Colour
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.state import State, Why


def visible(rules: Rules, state: State) -> set[Colour]:
    """Return the colours on top of the piles."""
    lexicon: Lexicon = rules.data
    colour_of = lexicon.colour_of
    return {colour_of[pile[-1]] for pile in state.piles}


def to_choose(rules: Rules, state: State) -> tuple[Colour, ...]:
    """Return the colours on the piles other than the present one (RULES.md 6.1).

    After “nobody can”, only untried ones count.
    """
    no = {state.colour, *state.tried} if state.why is Why.STUCK else {state.colour}
    return tuple(sorted(visible(rules, state) - no))
