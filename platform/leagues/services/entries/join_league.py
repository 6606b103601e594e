"""Join a league that is invite only, or part from it."""

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
    """Belong to the league to which this link invites.

    Raises:
        Refused: `not_found`, `needs_account`.
    """
    league = invited_by_link(token, user)
    if user.is_guest:
        raise refused("needs_account")
    # Under the lock the link may lead nowhere any more.
    locks.lock_league(league.pk)
    league = invited_by_link(token, user)
    note_member(league, user.pk, State.JOINED)
    return league


def invited_by_link(token: str, user: User | None) -> League:
    """The league to which this link invites.

    Raises:
        Refused: `not_found`, also for who was removed from it.
    """
    league = League.objects.filter(invite=token, invite_only=True).first()
    if league is None:
        raise refused("not_found")
    if user is not None and league.members.filter(user=user, state=State.REMOVED).exists():
        raise refused("not_found")
    return league


@transaction.atomic
def accept_invitation(league_id: int, user: User) -> None:
    """Belong to the league from now on.

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
    """Decline the invitation, or belong to the league no longer.

    Raises:
        Refused: `not_found`, `plays_there`.
    """
    end_membership(locks.lock_league(league_id), user.pk, State.DECLINED)
