"""Two bots; they see what a person in their seat would have seen, and no more."""

from __future__ import annotations

from typing import Final

from games.daumen_drauf.actions import DaumenDraufAction
from games.daumen_drauf.bots.rollout import rollout_policy
from games.daumen_drauf.bots.search_bot import Sight
from games.daumen_drauf.sampling import sampler
from games.kernel.contract import Chance, InformationState, Rules


def normal(rules: Rules, seen: Sight, chance: Chance) -> DaumenDraufAction:
    """Solid: remembers every trick, and does what is usually right."""
    seat = seen.observation.viewer
    assert seat is not None, "spectators choose nothing"
    return rollout_policy(rules, sampler(rules, seen)(chance), seat, chance)


REMEMBERS: Final = 6
"""So many of the last events an easy bot still knows."""
DREAMS: Final = 40
"""So many times of a hundred it plays just anything."""


def easy(rules: Rules, seen: Sight, chance: Chance) -> DaumenDraufAction:
    """Plays as one plays when tired: forgets tricks that are over, and often does not look."""
    if chance.below(100) < DREAMS:
        return chance.choice(seen.offers)
    recent = InformationState(seen.observation, seen.events[-REMEMBERS:], seen.offers)
    return normal(rules, recent, chance)
