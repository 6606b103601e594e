"""Two bots; they see exactly what a person in their seat has seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from games.kernel.contract import Bot, Chance, InformationState, Rules
from games.kernel.search import hurried
from games.sleeping_queens.actions import (
    Defend,
    DiscardNumbers,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
    WakeQueen,
)
from games.sleeping_queens.bots.judgement import Judgement
from games.sleeping_queens.view import Board

Sight: TypeAlias = InformationState[SleepingQueensAction, Board]
Player: TypeAlias = Bot[SleepingQueensAction, Board]


@dataclass(frozen=True, slots=True)
class Resolute:
    """A bot that does not change its answer while it is held back (RULES.md 5.5)."""

    bot: Player

    def __call__(self, rules: Rules, seen: Sight, chance: Chance) -> SleepingQueensAction | None:
        return None if seen.observation.answered else self.bot(rules, seen, chance)

    def hurried(self, share: float) -> Resolute:
        """Return the same bot with this share of its budget."""
        return Resolute(hurried(self.bot, share))


def normal(rules: Rules, seen: Sight, chance: Chance) -> SleepingQueensAction:
    """A solid player that remembers what it has seen, weighs every offer and takes the best."""
    judgement = Judgement(seen)
    weights = [(round(judgement.weigh(offer), 6), offer) for offer in seen.offers]
    best = max(weight for weight, _ in weights)
    return chance.choice([offer for weight, offer in weights if weight == best])


NOTICES: Final[tuple[tuple[type[SleepingQueensAction], int], ...]] = (
    (Defend, 90),
    (LetHappen, 100),
    (WakeQueen, 100),
    (PlayKing, 95),
    (PlayKnight, 85),
    (PlayPotion, 60),
    (PlayJester, 70),
)
"""The order in which an easy bot considers actions, and its chance to notice each, in percent."""
NOTICES_ADDITION: Final = 40


def easy(rules: Rules, seen: Sight, chance: Chance) -> SleepingQueensAction:
    """A tired player that overlooks cards, forgets queens and does not always add up."""
    for kind, percent in NOTICES:
        offers = [offer for offer in seen.offers if isinstance(offer, kind)]
        if offers and chance.below(100) < percent:
            return chance.choice(offers)
    adds_up = chance.below(100) < NOTICES_ADDITION
    numbers = [
        offer
        for offer in seen.offers
        if isinstance(offer, DiscardNumbers) and (adds_up or len(offer.cards) <= 2)
    ]
    most = max((len(offer.cards) for offer in numbers), default=0)
    return chance.choice([o for o in numbers if len(o.cards) == most] or seen.offers)
