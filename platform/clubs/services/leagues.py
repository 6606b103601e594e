"""List leagues on the page of a club."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from clubs import access
from clubs.models import ClubLeague
from clubs.services.lock_club import lock_club
from core.refusals import refused
from leagues.models import League
from leagues.season.access import check_organises


@transaction.atomic
def add_league(club_id: int, by: User, league_id: int) -> None:
    """List a league that an officer organises; members can join it from the page.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    club = lock_club(club_id)
    access.check_leads(by, club)
    league = League.objects.filter(pk=league_id).first()
    if league is None:
        raise refused("not_found")
    check_organises(by, league)
    ClubLeague.objects.get_or_create(club=club, league=league)


@transaction.atomic
def drop_league(club_id: int, by: User, league_id: int) -> None:
    """Take a league off the page.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    club = lock_club(club_id)
    access.check_leads(by, club)
    club.leagues.filter(league=league_id).delete()
