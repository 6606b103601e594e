"""Helpers for the games' tests of taking back and of standing orders."""

from __future__ import annotations

from games.kernel import registry, session
from games.kernel.contract import OptionValue
from tests.games.contract.checks import word
from tests.games.contract.rounds import Position, Round, play_round


def rounds(slug: str, chosen: dict[str, OptionValue] | None = None) -> list[Round]:
    """Return some rounds of three seats."""
    game = registry.get(slug)
    return [play_round(game, 3, seed, chosen) for seed in range(1, 5)]


def taken_back(played: Round) -> list[int]:
    """Return the moves of this round that could have been taken back."""
    game, rules = played.game, played.rules
    return [
        number
        for number, move in enumerate(played.taken)
        if move.seat is not None
        and not session.is_over(game, rules, move.after.state)
        and game.may_undo(rules, move.before.state, move.after.state, move.seat)
    ]


def kinds_taken_back(slug: str, chosen: dict[str, OptionValue] | None = None) -> set[str]:
    """Return the kinds of actions that can be taken back in some rounds; none reveals anything."""
    found: set[str] = set()
    for played in rounds(slug, chosen):
        word.takes_back_only_what_told_nothing(played)
        found |= {type(played.taken[number].action).__name__ for number in taken_back(played)}
    return found


def orders(played: Round, position: Position, seat: int) -> list[str]:
    """Return the standing orders that this seat may give there, by name."""
    return [one.name for one in played.game.orders(played.rules, position.state, seat)]
