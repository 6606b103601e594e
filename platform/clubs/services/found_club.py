"""Found a club, change its settings and its link, and close it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.urls import reverse

from accounts.hold_people import hold_people
from accounts.models import Restriction, User
from accounts.services.restrictions import check_restriction
from clubs import access
from clubs.limits import MOST_CLUBS
from clubs.models import Club, ClubMember
from clubs.services.announcements import delete_announcements
from clubs.services.lock_club import lock_club
from clubs.services.tell import leaders_of, tell_people
from clubs.topics import announce_left
from core import clock
from core.refusals import refused
from core.save_unless_taken import save_unless_taken
from games.kernel.contract import N_
from matches.models import new_token

CLOSED = N_("%(name)s has closed the club %(club)s.")


def check_founds(user: User) -> None:
    """Raise `Refused` if this user may not found a club now: `club_needs_account`,
    `too_many_clubs`, and those of `check_restriction`.
    """
    if user.is_guest:
        raise refused("club_needs_account")
    check_restriction(user.pk, Restriction.What.PUBLIC)
    founded = ClubMember.objects.filter(user=user, role=ClubMember.Role.FOUNDER)
    if founded.count() >= MOST_CLUBS:
        raise refused("too_many_clubs", most=MOST_CLUBS)


@transaction.atomic
def found_club(by: User, **settings: Any) -> Club:
    """Found a club. `settings`: columns of `Club` by name.

    Raises:
        Refused: those of `check_founds`.
        ValidationError: by field.
    """
    hold_people(by.pk)
    check_founds(by)
    now = clock.now()
    club = Club(created_at=now, invite=new_token(), written_by=by, **settings)
    if club.is_private:
        _hide_address(club)
    club.full_clean()
    save_unless_taken(club)
    ClubMember.objects.create(club=club, user=by, role=ClubMember.Role.FOUNDER, at=now)
    return club


@transaction.atomic
def change_club(club_id: int, by: User, **settings: Any) -> Club:
    """Change the settings of a club, for its founder; return it.

    Raises:
        Refused: `not_found`, `not_yours`, and those of `check_restriction`.
        ValidationError: by field.
    """
    club = lock_club(club_id)
    access.check_founder(by, club)
    was_private, address, words = club.is_private, club.slug, (club.name, club.about)
    for name, value in settings.items():
        setattr(club, name, value)
    if (club.name, club.about) != words:
        check_restriction(by.pk, Restriction.What.TALK)
        club.written_by = by
    if not club.is_private:
        check_restriction(by.pk, Restriction.What.PUBLIC)
    if club.is_private:
        club.slug = address
        if not was_private:
            _hide_address(club)
            club.members.filter(role=ClubMember.Role.ASKED).delete()
    club.full_clean()
    save_unless_taken(club)
    return club


def _hide_address(club: Club) -> None:
    """Give the club a random address: an address that is in use would reveal a private club."""
    club.slug = new_token().lower()


@transaction.atomic
def set_link(club_id: int, by: User, *, on: bool) -> None:
    """Create a new invitation link, or none; the old link stops working.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    club = lock_club(club_id)
    access.check_leads(by, club)
    club.invite = new_token() if on else None
    club.save(update_fields=["invite"])


@transaction.atomic
def close_club(club_id: int, by: User) -> None:
    """Delete a club with all that is on its page, for its founder, and tell its officers.

    Its tables and leagues continue.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    club = lock_club(club_id)
    access.check_founder(by, club)
    key, path = f"closed:{club.pk}", reverse("clubs:clubs")
    tell_people(leaders_of(club), club, CLOSED, by_id=by.pk, key=key, path=path, name=by.name)
    delete_club(club)


def delete_club(club: Club) -> None:
    """Delete a locked club with all that is on its page, and close its pages."""
    announce_left(club.pk, club.members.values_list("user_id", flat=True))
    delete_announcements(club.announcements.all())
    club.delete()
