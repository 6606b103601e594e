"""Two bots; they see exactly what a person in their seat has seen."""

from __future__ import annotations

from typing import Final, TypeAlias

from games.kernel.contract import Chance, InformationState, Rules
from games.siebenschlaefer.actions import Lay, SiebenschlaeferAction
from games.siebenschlaefer.bots.rollout import laying
from games.siebenschlaefer.cards import FACE_NAMED, Face, is_number, is_picture
from games.siebenschlaefer.legality import LAYING
from games.siebenschlaefer.pairs import Pair
from games.siebenschlaefer.view import Board

Sight: TypeAlias = InformationState[SiebenschlaeferAction, Board]

NOTICES: Final = 40
"""Chance that an easy bot notices a pair in its hand, in percent."""
AWAKE: Final = 4
"""Hand size at which it notices every pair; otherwise rounds of easy bots hardly end."""
STRANDED: Final = 0.15
"""Price of a picture without a number left for it: no player goes out with 3 K K K.

It decides between pairs that are about equally good, and loses no rounds (docs/bots.md).
"""


def normal(rules: Rules, seen: Sight, chance: Chance) -> SiebenschlaeferAction:
    """A solid player: it lays cards of little later use, leaves much to beat, plans its last pair.

    It draws two only where it must.
    """
    pairs = _pairs(seen)
    return _best(seen, pairs) if pairs else seen.offers[-1]


def easy(rules: Rules, seen: Sight, chance: Chance) -> SiebenschlaeferAction:
    """A tired player that overlooks most pairs, and so often lays the wrong one.

    It wakes up when the round may end.
    """
    pairs = _pairs(seen)
    awake = len(seen.observation.hand) <= AWAKE
    noticed = tuple(pair for pair in pairs if awake or chance.below(100) < NOTICES)
    return _best(seen, noticed) if noticed else chance.choice(seen.offers)


def _pairs(seen: Sight) -> tuple[Pair, ...]:
    laying = [offer.cards for offer in seen.offers if isinstance(offer, Lay)]
    return tuple((FACE_NAMED[one], FACE_NAMED[other]) for one, other in laying)


def _best(seen: Sight, pairs: tuple[Pair, ...]) -> SiebenschlaeferAction:
    hand = tuple(FACE_NAMED[card] for card in seen.observation.hand)
    return LAYING[
        max(pairs, key=lambda pair: laying(hand, pair) - STRANDED * _stranded(hand, pair))
    ]


def _stranded(hand: tuple[Face, ...], pair: Pair) -> int:
    """Return how many pictures of the hand have no number left once this pair is laid."""
    numbers = sum(map(is_number, hand)) - sum(map(is_number, pair))
    pictures = sum(map(is_picture, hand)) - sum(map(is_picture, pair))
    return max(0, pictures - numbers)
