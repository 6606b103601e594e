"""Two bots; they see exactly what a person in their seat has seen."""

from __future__ import annotations

from typing import Final

from games.daumen_drauf.actions import DaumenDraufAction
from games.daumen_drauf.bots.rollout import rollout_policy
from games.daumen_drauf.bots.search_bot import Sight
from games.daumen_drauf.sampling import sampler
from games.kernel.contract import Chance, InformationState, Rules


def normal(rules: Rules, seen: Sight, chance: Chance) -> DaumenDraufAction:
    """A solid player that remembers every trick and usually does the right thing."""
    seat = seen.observation.viewer
    assert seat is not None, "a spectator has no action to choose"
    return rollout_policy(rules, sampler(rules, seen)(chance), seat, chance)


REMEMBERS: Final = 6
"""Number of last events that an easy bot remembers."""
DREAMS: Final = 40
"""Chance that it plays a random action, in percent."""


def easy(rules: Rules, seen: Sight, chance: Chance) -> DaumenDraufAction:
    """A tired player that forgets finished tricks and often does not look."""
    if chance.below(100) < DREAMS:
        return chance.choice(seen.offers)
    recent = InformationState(seen.observation, seen.events[-REMEMBERS:], seen.offers)
    return normal(rules, recent, chance)
