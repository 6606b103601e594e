"""The settings of a season, fixed at its draw, and the scoring that follows from them."""

from __future__ import annotations

from typing import Any

import msgspec

from leagues.models import Division, League, Season
from leagues.scoring.standings import Scoring, usual_points
from leagues.scoring.tie_breaks import TieBreak


class AgreedSettings(msgspec.Struct, frozen=True):
    """The settings of a season; later changes of the league apply to the next one."""

    live: bool
    seats: int
    division_size: int
    matches_each: int
    at_once: int
    points: tuple[int, ...]
    moving: int
    tie_breaks: tuple[str, ...]
    counts: str
    corrections: str
    void: str
    season_days: int
    appointment_days: int
    substitutes: bool

    @property
    def scoring(self) -> Scoring:
        """Return the scoring of the table."""
        return Scoring(
            points=self.points or usual_points(self.seats),
            tie_breaks=tuple(TieBreak(name) for name in self.tie_breaks),
            by_rounds=self.counts == League.Counts.ROUNDS,
        )


def of_league(league: League) -> AgreedSettings:
    """Return the present settings of a league."""
    names = AgreedSettings.__struct_fields__
    return msgspec.convert({name: getattr(league, name) for name in names}, AgreedSettings)


def of_season(season: Season) -> AgreedSettings:
    """Return the settings of a season; before its draw, those of the league."""
    raw: dict[str, Any] = season.settings
    return msgspec.convert(raw, AgreedSettings) if raw else of_league(season.league)


def of_division(division: Division) -> AgreedSettings:
    """Return the settings of a division's season."""
    return of_season(division.season)


def to_json(agreed: AgreedSettings) -> dict[str, Any]:
    """Return the settings in their stored format."""
    kept: dict[str, Any] = msgspec.to_builtins(agreed)
    return kept
