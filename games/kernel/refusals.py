"""Reasons to refuse an action: the codes that all games share, and how a game adds its own.

A game writes its codes once, in `games/<slug>/refusals.py`:

    refusal = refusals({"slot_empty": N_("No queen sleeps there.")})

Then `refusal("slot_empty")` or `refusal("not_your_turn")` returns the `Refusal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from games.kernel.contract import N_, OptionValue, Refusal

COMMON: Mapping[str, str] = MappingProxyType(
    {
        "not_seated": N_("You are watching. Only the players at the table can play."),
        "game_over": N_("This round is over."),
        "not_your_turn": N_("It is not your turn."),
        "wrong_phase": N_("You cannot do that now."),
        "stale": N_("Things have changed at the table. Have another look, then decide."),
        "window_closed": N_("Too late: that moment has passed."),
        "not_allowed": N_("The rules do not allow that."),
        "too_fast": N_("Not so fast. Try again in a moment."),
        "rate_limited": N_("Too many requests at once. Wait a moment, then try again."),
        "unknown_card": N_("You do not have that card."),
        "invalid_params": N_("That is not a possible move. Look at what you can choose."),
        "invalid_target": N_("You cannot choose that."),
    }
)


class Refused(Exception):
    """An action was not accepted; the state has not changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class MakesRefusal(Protocol):
    """A function that makes a refusal; the facts fill each `%(name)s` of its sentence."""

    def __call__(self, code: str, **facts: OptionValue) -> Refusal: ...


def refusals(own: Mapping[str, str]) -> MakesRefusal:
    """Return a function that makes refusals of the common codes and of the game's own codes.

    A game cannot change a common sentence.

    Raises:
        ValueError: one of the game's own codes is also a common code.
    """
    twice = COMMON.keys() & own.keys()
    if twice:
        raise ValueError(f"rename these codes, which all games share: {', '.join(sorted(twice))}")
    sentences = {**COMMON, **own}

    def refusal(code: str, **facts: OptionValue) -> Refusal:
        return Refusal(code=code, sentence=sentences[code], facts=facts)

    return refusal


refusal = refusals({})
