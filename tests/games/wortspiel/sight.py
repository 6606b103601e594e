"""Rounds of Wortspiel to view."""

from __future__ import annotations

from typing import TypeAlias

from games.kernel.contract import Millis, Rules
from games.wortspiel import GAME
from games.wortspiel.actions import OpenPlay, PlayCard, WortspielAction
from games.wortspiel.state import Phase, State
from tests.games import sight
from tests.games.wortspiel.scene import rules_with

RULES = rules_with()
Round: TypeAlias = sight.Round[State, WortspielAction]


def begin(seats: int, seed: str = "words", rules: Rules = RULES) -> Round:
    """Return a round just after the deal."""
    return sight.begin(GAME, rules, seats, seed)


def lay(round_: Round, seat: int, after_ms: Millis = 3_000) -> None:
    """Lay the first card that this seat can lay, with the plain word of both cards."""
    card = next(one for one in round_.actions(seat) if isinstance(one, OpenPlay | PlayCard))
    round_.play(seat, card, after_ms)


def raced(seats: int, seed: str = "words", rules: Rules = RULES) -> Round:
    """Return a round in which the dealer has laid the first card."""
    round_ = begin(seats, seed, rules)
    lay(round_, round_.state.dealer)
    assert round_.state.phase is Phase.RACE
    return round_
