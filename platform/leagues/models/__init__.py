"""Models of the leagues. Only `leagues.services` writes here.

A league has seasons, a season has divisions, and a division has fixtures. The settings are columns
of the league; a change applies to the seasons that begin after it.
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
