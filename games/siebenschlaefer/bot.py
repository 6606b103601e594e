"""Two players of the house; they see what a person in their seat would have seen, and no more."""

from __future__ import annotations

from typing import Final, TypeAlias

from games.kernel.contract import Chance, Rules, Seen
from games.siebenschlaefer.actions import Lay, SiebenschlaeferAction
from games.siebenschlaefer.cards import FACE_NAMED
from games.siebenschlaefer.view import Board

Sight: TypeAlias = Seen[SiebenschlaeferAction, Board]

LAZY: Final = 45
"""So many times of a hundred an easy bot lays the first pair that it finds."""


def easy(rules: Rules, seen: Sight, chance: Chance) -> SiebenschlaeferAction:
    """Plays as one plays when tired: lays whatever comes first, or gets rid of what counts most."""
    if chance.below(100) < LAZY:
        return chance.choice(seen.offers)
    laying = [offer for offer in seen.offers if isinstance(offer, Lay)]
    if not laying:
        return chance.choice(seen.offers)
    return max(laying, key=lambda offer: sum(FACE_NAMED[card] for card in offer.cards))


def normal(rules: Rules, seen: Sight, chance: Chance) -> SiebenschlaeferAction:
    """Solid."""
    return seen.offers[0]
