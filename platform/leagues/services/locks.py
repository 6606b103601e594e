"""The locks of a league, always taken in this order: league, season, division, fixture's match."""

from __future__ import annotations

from django.db.models import QuerySet

from core.refusals import refuse
from leagues.models import Division, Fixture, League, Season


def lock_league(league_id: int) -> League:
    """Lock a league until the transaction ends, and return it.

    Raises:
        Refused: `not_found`.
    """
    found = League.objects.select_for_update().filter(pk=league_id).first()
    if found is None:
        raise refuse("not_found")
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
        raise refuse("not_found")
    return found


def lock_division(division_id: int) -> Division:
    """The division, locked until the transaction ends; everything in its table goes by this lock."""
    return _divisions().get(pk=division_id)


def _divisions() -> QuerySet[Division]:
    return Division.objects.select_for_update(of=("self",)).select_related("season__league")


def lock_fixture(fixture_id: int) -> Fixture:
    """The fixture with its seats, as it is under its division's lock.

    Raises:
        Refused: `not_found`.
    """
    locked = _divisions().filter(fixtures=fixture_id).first()
    if locked is None:
        raise refuse("not_found")
    fixture = (
        Fixture.objects.select_related("match", "game__rules")
        .prefetch_related("seats")
        .get(pk=fixture_id)
    )
    fixture.division = locked
    return fixture
