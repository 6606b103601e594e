"""Join a club: at once, by a request, or by its link; withdraw a request, and leave."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse

from accounts.models import User
from accounts.services import reach
from clubs import access
from clubs.limits import MOST_MEMBERS, REQUESTS
from clubs.models import Club, ClubMember
from clubs.services.lock_club import lock_club
from clubs.services.tell import leaders_of, tell_people
from clubs.topics import announce_left
from core import clock, rate_limits
from core.refusals import refused
from games.kernel.contract import N_

Role = ClubMember.Role
ASKS = N_("%(name)s asks to join the club %(club)s.")


@transaction.atomic
def join_club(club_id: int, user: User) -> ClubMember:
    """Join an open club at once, or ask the officers of another listed club.

    A second call changes nothing.

    Raises:
        Refused: `not_found`, `club_needs_account`, `club_refuses_you`, `club_full`, `rate_limited`.
    """
    club = lock_club(club_id)
    known = access.membership_of(club, user)
    if club.is_private and not (known and known.is_inside):
        raise refused("not_found")
    if known is not None and (known.is_inside or known.role == Role.ASKED):
        return known
    if club.entrance == Club.Entrance.OPEN:
        return admit(club, user)
    _check_welcome(club, user, known)
    rate_limits.check_attempts(REQUESTS.counter(str(user.pk)))
    asked = ClubMember.objects.create(club=club, user=user, role=Role.ASKED, at=clock.now())
    tell_people(
        leaders_of(club),
        club,
        ASKS,
        by_id=user.pk,
        key=f"asks:{asked.pk}",
        path=reverse("clubs:run", args=[club.slug]),
        name=user.name,
    )
    return asked


def club_of_link(token: str) -> Club:
    """Return the club of this invitation link.

    Raises:
        Refused: `no_club_link`.
    """
    found = Club.objects.filter(invite=token).first()
    if found is None:
        raise refused("no_club_link")
    return found


@transaction.atomic
def join_by_link(token: str, user: User) -> Club:
    """Join the club of this invitation link, and return it.

    Raises:
        Refused: `no_club_link`, `club_needs_account`, `club_refuses_you`, `club_full`.
    """
    club = lock_club(club_of_link(token).pk)
    if club.invite != token:  # replaced before the lock was taken
        raise refused("no_club_link")
    admit(club, user)
    return club


def admit(club: Club, user: User) -> ClubMember:
    """Make this user a member of a locked club; a member stays what they are.

    Raises:
        Refused: `club_needs_account`, `club_refuses_you`, `club_full`.
    """
    known = access.membership_of(club, user)
    if known is not None and known.is_inside:
        return known
    _check_welcome(club, user, known)
    if club.members.filter(role__in=ClubMember.INSIDE).count() >= MOST_MEMBERS:
        raise refused("club_full")
    member = known or ClubMember(club=club, user=user)
    member.role, member.at = Role.MEMBER, clock.now()
    member.save()
    return member


def _check_welcome(club: Club, user: User, known: ClubMember | None) -> None:
    """Check that the user has an account and no ban, and that no leader of the club blocks them."""
    if user.is_guest:
        raise refused("club_needs_account")
    is_banned = known is not None and known.role == Role.BANNED
    if is_banned or reach.apart(user.pk, leaders_of(club)).refusing:
        raise refused("club_refuses_you")


@transaction.atomic
def leave_club(club_id: int, user: User) -> None:
    """Leave a club, or withdraw a request; the only member closes the club instead.

    Raises:
        Refused: `not_found`, `founder_stays`.
    """
    club = lock_club(club_id)
    known = access.membership_of(club, user)
    if known is None or known.role == Role.BANNED:
        raise refused("not_found")
    if known.role == Role.FOUNDER:
        raise refused("founder_stays")
    known.delete()
    announce_left(club.pk, [user.pk])
