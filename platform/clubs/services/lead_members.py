"""Answer requests, remove and ban members, and appoint officers."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from clubs import access
from clubs.limits import MOST_OFFICERS, ROLES
from clubs.models import Club, ClubMember
from clubs.services.join_club import admit
from clubs.services.lock_club import lock_club
from clubs.services.tell import tell_people
from clubs.topics import announce_left
from core import clock, rate_limits
from core.refusals import refused
from games.kernel.contract import N_

Role = ClubMember.Role
ACCEPTED = N_("You are now a member of the club %(club)s.")
APPOINTED = N_("%(name)s has made you an officer of the club %(club)s.")


@transaction.atomic
def accept_request(club_id: int, by: User, user_id: int) -> None:
    """Make the user of a request a member, and tell them; a second officer changes nothing.

    Raises:
        Refused: `not_found`, `not_yours`, `request_answered`, and those of `admit`.
    """
    club, member = _led(club_id, by, user_id)
    if member is None or member.role == Role.BANNED:
        raise refused("request_answered")
    if member.role == Role.ASKED:
        admit(club, member.user)
        key = f"accepted:{member.pk}"
        tell_people([user_id], club, ACCEPTED, by_id=by.pk, key=key)


@transaction.atomic
def decline_request(club_id: int, by: User, user_id: int) -> None:
    """Delete a request; the user may ask again.

    Raises:
        Refused: `not_found`, `not_yours`, `request_answered`.
    """
    _club, member = _led(club_id, by, user_id)
    if member is None or member.role != Role.ASKED:
        raise refused("request_answered")
    member.delete()


@transaction.atomic
def remove_member(club_id: int, by: User, user_id: int) -> None:
    """Remove a member, who may come back as any other user.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`.
    """
    club, member = _below(club_id, by, user_id)
    member.delete()
    announce_left(club.pk, [user_id])


@transaction.atomic
def ban_member(club_id: int, by: User, user_id: int) -> None:
    """Remove a member, or decline a request, and refuse the user until the ban is lifted.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`.
    """
    club, member = _below(club_id, by, user_id)
    set_role(member, Role.BANNED)
    announce_left(club.pk, [user_id])


@transaction.atomic
def lift_ban(club_id: int, by: User, user_id: int) -> None:
    """Let a banned user join again.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`.
    """
    _club, member = _led(club_id, by, user_id)
    if member is None or member.role != Role.BANNED:
        raise refused("changed_meanwhile")
    member.delete()


@transaction.atomic
def appoint_officer(club_id: int, by: User, user_id: int) -> None:
    """Make a member an officer, for the founder, and tell them.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`, `enough_officers`, `rate_limited`.
    """
    club, member = other_member(club_id, by, user_id)
    if member.role == Role.OFFICER:
        return
    if club.members.filter(role=Role.OFFICER).count() >= MOST_OFFICERS:
        raise refused("enough_officers", most=MOST_OFFICERS)
    rate_limits.check_attempts(ROLES.counter(str(club.pk)))
    set_role(member, Role.OFFICER)
    key = f"officer:{member.pk}:{clock.now_ms()}"
    tell_people([user_id], club, APPOINTED, by_id=by.pk, key=key, name=by.name)


@transaction.atomic
def dismiss_officer(club_id: int, by: User, user_id: int) -> None:
    """Make an officer a member again, for the founder.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`.
    """
    _club, member = other_member(club_id, by, user_id)
    set_role(member, Role.MEMBER)


def set_role(member: ClubMember, role: Role) -> None:
    """Give a role in a locked club; an offer of the club to this user ends."""
    member.role, member.offered_at = role, None
    member.save(update_fields=["role", "offered_at"])


def _led(club_id: int, by: User, user_id: int) -> tuple[Club, ClubMember | None]:
    """Return the locked club, which `by` leads, and the row of this user there."""
    club = lock_club(club_id)
    access.check_leads(by, club)
    return club, club.members.select_related("user").filter(user=user_id).first()


def _below(club_id: int, by: User, user_id: int) -> tuple[Club, ClubMember]:
    """Return the locked club and a person there whom `by` may remove: officers only by the founder."""
    club, member = _led(club_id, by, user_id)
    if member is None or member.role == Role.BANNED:
        raise refused("changed_meanwhile")
    if member.leads:
        access.check_founder(by, club)
        if member.role == Role.FOUNDER:
            raise refused("founder_stays")
    return club, member


def other_member(club_id: int, by: User, user_id: int) -> tuple[Club, ClubMember]:
    """Return the locked club, whose founder is `by`, and another member.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`.
    """
    club = lock_club(club_id)
    access.check_founder(by, club)
    others = club.members.filter(role__in=ClubMember.INSIDE).exclude(role=Role.FOUNDER)
    member = others.filter(user=user_id, user__is_active=True).first()
    if member is None:
        raise refused("changed_meanwhile")
    return club, member
