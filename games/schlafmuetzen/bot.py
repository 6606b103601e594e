"""Players of the house: as yet they take any offer."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Bot, Chance, Rules, Seen
from games.schlafmuetzen.actions import SchlafmuetzenAction
from games.schlafmuetzen.view import Board


def anything(
    rules: Rules, seen: Seen[SchlafmuetzenAction, Board], chance: Chance
) -> SchlafmuetzenAction:
    return chance.choice(seen.offers)


BOTS: Final[dict[str, Bot[SchlafmuetzenAction, Board]]] = dict.fromkeys(
    ("easy", "normal", "hard"), anything
)
