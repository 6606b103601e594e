"""A league's settings as a season keeps them from its draw on, and how they count."""

from __future__ import annotations

from typing import Any

import msgspec

from leagues.models import Division, League, Season
from leagues.scoring.standings import Scoring, TieBreak, usual_points


class Settings(msgspec.Struct, frozen=True):
    """What was agreed on for a season: later changes of the league are for the next one."""

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
        """How the table is made from results."""
        return Scoring(
            points=self.points or usual_points(self.seats),
            tie_breaks=tuple(TieBreak(name) for name in self.tie_breaks),
            by_rounds=self.counts == League.Counts.ROUNDS,
        )


def of_league(league: League) -> Settings:
    """The settings as they are now."""
    names = Settings.__struct_fields__
    return msgspec.convert({name: getattr(league, name) for name in names}, Settings)


def of_season(season: Season) -> Settings:
    """What holds in this season: before its draw the league's settings."""
    raw: dict[str, Any] = season.settings
    return msgspec.convert(raw, Settings) if raw else of_league(season.league)


def of_division(division: Division) -> Settings:
    """What holds in this division's season."""
    return of_season(division.season)


def to_json(agreed: Settings) -> dict[str, Any]:
    """As the database keeps them."""
    kept: dict[str, Any] = msgspec.to_builtins(agreed)
    return kept
