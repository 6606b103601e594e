"""Join or leave an invite-only league."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from core.refusals import refused
from leagues.models import League, Member
from leagues.services import locks
from leagues.services.entries.membership import end_membership, note_member

State = Member.State


@transaction.atomic
def join_by_link(token: str, user: User) -> League:
    """Join the league of this invitation link.

    Raises:
        Refused: `not_found`, `needs_account`.
    """
    league = invited_by_link(token, user)
    if user.is_guest:
        raise refused("needs_account")
    # The link may have been revoked before the lock was taken.
    locks.lock_league(league.pk)
    league = invited_by_link(token, user)
    note_member(league, user.pk, State.JOINED)
    return league


def invited_by_link(token: str, user: User | None) -> League:
    """Return the league of this invitation link.

    Raises:
        Refused: `not_found`, also for a removed member.
    """
    league = League.objects.filter(invite=token, invite_only=True).first()
    if league is None:
        raise refused("not_found")
    if user is not None and league.members.filter(user=user, state=State.REMOVED).exists():
        raise refused("not_found")
    return league


@transaction.atomic
def accept_invitation(league_id: int, user: User) -> None:
    """Accept an invitation and become a member.

    Raises:
        Refused: `not_found`.
    """
    league = locks.lock_league(league_id)
    member = league.members.filter(user=user, state__in=Member.INSIDE).first()
    if member is None:
        raise refused("not_found")
    note_member(league, user.pk, State.JOINED)


@transaction.atomic
def part_from_league(league_id: int, user: User) -> None:
    """Decline the invitation, or leave the league.

    Raises:
        Refused: `not_found`, `changed_meanwhile`, `plays_there`.
    """
    end_membership(locks.lock_league(league_id), user.pk, State.DECLINED)
