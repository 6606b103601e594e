"""Questions that a rules version asks people, and its differences from the faithful rules."""

from __future__ import annotations

from games.kernel import options
from games.kernel.contract import Declaration
from matches.engine.catalogue import rules_of


def declarations(version_id: int) -> tuple[Declaration, ...]:
    """Return the questions that a rules version asks people before the first round."""
    game, rules = rules_of(version_id)
    asked: tuple[Declaration, ...] = game.meta.declarations
    return tuple(one for one in asked if rules.options.get(one.option) == one.choice)


def varied(version_id: int) -> list[tuple[str, str]]:
    """Return the options that differ from the faithful rules, as pairs of label and choice."""
    game, rules = rules_of(version_id)
    return options.varied(game.meta, rules.options)
