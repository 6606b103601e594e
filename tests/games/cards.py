"""The cards of a round, in every place: none is lost, created or dealt twice."""

from __future__ import annotations

from typing import Any

from games.kernel.contract import Rules
from games.kernel.registry import AnyGame


def cards_in(game: AnyGame, rules: Rules, state: Any) -> tuple[str | int, ...]:
    """List every card, sorted: the same in every state of a round. An empty place has none."""
    cards: list[Any] = []
    left = [*game.reveal_all(rules, state).values()]
    while left:
        zone = left.pop()
        if isinstance(zone, list):
            left += zone
        elif zone is not None:
            cards.append(zone)
    return tuple(sorted(cards))
