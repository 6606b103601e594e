"""The locks of a league, always taken in this order: league, season, division, fixture's match."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User
from core.refusals import refused
from leagues.models import Division, Entry, Fixture, League, Season
from leagues.season import access


def lock_league(league_id: int) -> League:
    """Lock a league until the transaction ends, and return it.

    Raises:
        Refused: `not_found`.
    """
    found = League.objects.select_for_update().filter(pk=league_id).first()
    if found is None:
        raise refused("not_found")
    return found


def lock_season(season_id: int) -> Season:
    """Lock a season until the transaction ends, and return it.

    Raises:
        Refused: `not_found`.
    """
    found = (
        Season.objects.select_for_update(of=("self",))
        .select_related("league")
        .filter(pk=season_id)
        .first()
    )
    if found is None:
        raise refused("not_found")
    return found


def lock_division(division_id: int) -> Division:
    """Lock a division until the transaction ends, and return it; the lock covers its whole table."""
    return _divisions().get(pk=division_id)


def _divisions() -> QuerySet[Division]:
    return Division.objects.select_for_update(of=("self",)).select_related("season__league")


def lock_fixture(fixture_id: int) -> Fixture:
    """Return the fixture with its seats, under its division's lock.

    Raises:
        Refused: `not_found`.
    """
    locked = _divisions().filter(fixtures=fixture_id).first()
    if locked is None:
        raise refused("not_found")
    fixture = (
        Fixture.objects.select_related("match", "game__rules")
        .prefetch_related("seats")
        .get(pk=fixture_id)
    )
    fixture.division = locked
    return fixture


def lock_season_to_change(season_id: int, by: User) -> Season:
    """Lock an unfinished season, for an organiser of its league.

    Raises:
        Refused: `not_found`, `not_yours`, `season_over`.
    """
    season = lock_season(season_id)
    access.check_organises(by, season.league)
    if season.is_over:
        raise refused("season_over")
    return season


def lock_entry(entry_id: int) -> tuple[Entry, Season]:
    """Lock an entry's season until the transaction ends, and return both.

    Raises:
        Refused: `not_found`.
    """
    found = Entry.objects.filter(pk=entry_id).values_list("season", flat=True).first()
    if found is None:
        raise refused("not_found")
    season = lock_season(found)
    entry = Entry.objects.filter(pk=entry_id).select_related("user", "division").first()
    if entry is None:
        raise refused("not_found")
    return entry, season
