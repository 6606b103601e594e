"""Models of the leagues. Only `leagues.services` writes here.

A league is run in seasons, a season in divisions, a division's matches are fixtures. Its settings
are columns of the league and hold for the seasons that begin after they were changed.
"""

from __future__ import annotations

from leagues.models.fixtures import Fixture, FixtureMessage, FixtureSeat, News, TableChange
from leagues.models.leagues import League, LeagueGame
from leagues.models.members import Member
from leagues.models.seasons import Division, Entry, Season

__all__ = (
    "Division",
    "Entry",
    "Fixture",
    "FixtureMessage",
    "FixtureSeat",
    "League",
    "LeagueGame",
    "Member",
    "News",
    "Season",
    "TableChange",
)
