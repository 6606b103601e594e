"""stub"""

from __future__ import annotations

from games.kernel.contract import Chance, Rules, Seen
from games.wortspiel.actions import WortspielAction
from games.wortspiel.view import Board


def easy(
    rules: Rules, seen: Seen[WortspielAction, Board], chance: Chance
) -> WortspielAction | None:
    return chance.choice(seen.offers) if seen.offers else None


normal = hard = easy
