"""The locks of a league, always taken in this order: league, season, division, fixture's match."""

from __future__ import annotations

from core.refusals import refuse
from leagues.models import Division, Fixture, League, Season


def league(league_id: int) -> League:
    """The league, locked until the transaction ends.

    Raises:
        Refused: `not_found`.
    """
    found = League.objects.select_for_update().filter(pk=league_id).first()
    if found is None:
        raise refuse("not_found")
    return found


def season(season_id: int) -> Season:
    """The season, locked until the transaction ends.

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


def division(division_id: int) -> Division:
    """The division, locked until the transaction ends; everything in its table goes by this lock."""
    return (
        Division.objects.select_for_update(of=("self",))
        .select_related("season__league")
        .get(pk=division_id)
    )


def fixture(fixture_id: int) -> Fixture:
    """The fixture as it is under its division's lock.

    Raises:
        Refused: `not_found`.
    """
    found = Fixture.objects.filter(pk=fixture_id).values_list("division", flat=True).first()
    if found is None:
        raise refuse("not_found")
    division(found)
    return Fixture.objects.select_related("division__season__league", "match", "game__rules").get(
        pk=fixture_id
    )
