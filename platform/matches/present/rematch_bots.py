"""Another level of bots for a rematch: the next stronger one, or else the next weaker one."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.contract import Viewer
from matches.models import Match
from matches.store.snapshot import Table


@dataclass(frozen=True, slots=True)
class OtherBots:
    """A level of bots for a rematch; `stronger`: than the bots of the match."""

    level: str
    label: str
    stronger: bool


def other_bots(table: Table, viewer: Viewer) -> OtherBots | None:
    """Return the other level that this viewer may play next.

    None if the match is not over, if its rematch exists, if another person played, or if the game
    has no other level.
    """
    if viewer is None or table.match.status not in Match.OVER or table.match.rematch_id:
        return None
    levels = table.meta.levels
    slugs = [level.slug for level in levels]
    bots = [seat.bot for seat in table.seats if seat.number != viewer]
    if len(levels) < 2 or not all(bot in slugs for bot in bots):
        return None
    met = max(map(slugs.index, bots))
    stronger = met + 1 < len(levels)
    level = levels[met + 1 if stronger else met - 1]
    return OtherBots(level.slug, level.label, stronger)
