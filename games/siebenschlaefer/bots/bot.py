"""Two bots; they see what a person in their seat would have seen, and no more."""

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
"""So many of a hundred pairs in its hand an easy bot notices."""
AWAKE: Final = 4
"""With so few cards left it notices all: else rounds among easy bots hardly end."""
STRANDED: Final = 0.15
"""What a picture costs for which no number is left: nobody goes out with 3 K K K. It decides between
pairs that are about as good, and loses no rounds (docs/bots.md)."""


def normal(rules: Rules, seen: Sight, chance: Chance) -> SiebenschlaeferAction:
    """Solid: lays what is of little use later, leaves much to beat, and thinks of the last pair;
    draws two only where it has to."""
    pairs = _pairs(seen)
    return _best(seen, pairs) if pairs else seen.offers[-1]


def easy(rules: Rules, seen: Sight, chance: Chance) -> SiebenschlaeferAction:
    """Plays as one plays when tired: overlooks most pairs, and so often lays the wrong one; but
    wakes up when the round may end."""
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
    """How many pictures of the hand have no number any more once this pair is laid."""
    numbers = sum(map(is_number, hand)) - sum(map(is_number, pair))
    pictures = sum(map(is_picture, hand)) - sum(map(is_picture, pair))
    return max(0, pictures - numbers)
