"""Invite people to an invite-only league, by name or by a link, and revoke invitations."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse

from accounts.models import Restriction, User
from accounts.services import reach
from accounts.services.restrictions import check_restriction
from core import rate_limits
from core.refusals import refused
from core.signals import league_news
from games.kernel.contract import N_
from leagues.models import League, Member
from leagues.season import access, limits
from leagues.services import locks
from leagues.services.entries.membership import end_membership, note_member
from leagues.services.report_staff_action import report_staff_action
from matches.models import new_token
from matches.services.seating.reserve_seat import friend_called

State = Member.State
INVITED = N_("%(name)s invites you to the league %(league)s.")


@transaction.atomic
def invite_person(league_id: int, by: User, name: str) -> None:
    """Invite a user by name, who gets a notice and may accept or decline.

    Raises:
        Refused: `not_found`, `not_yours`, `nobody_called`, `guest_invited`, `unblock_first`,
            `not_invited_here`, `has_declined`, `in_league_already`, `rate_limited`, and those of
            `restrictions.check_restriction`.
    """
    league = _invite_only(league_id, by)
    check_restriction(by.pk, Restriction.What.PUBLIC)
    friend = friend_called(name)
    if friend.is_guest:
        raise refused("guest_invited", name=friend.name)
    known = league.members.filter(user=friend).first()
    if known is not None and known.state in Member.INSIDE:
        raise refused("in_league_already", name=friend.name)
    found = reach.apart(by.pk, [friend.pk])
    if found.blocked:
        raise refused("unblock_first", name=friend.name)
    if found.all:
        raise refused("not_invited_here", name=friend.name)
    if known is not None and known.state == State.DECLINED:
        raise refused("has_declined", name=friend.name)
    rate_limits.check_attempts(limits.INVITATIONS.counter(str(by.pk), str(friend.pk)))
    member = note_member(league, friend.pk, State.INVITED)
    league_news.send(
        sender=Member,
        user_id=friend.pk,
        # A removed member who is invited again gets another notice.
        key=f"leagues.member:{member.pk}:{round(member.at.timestamp() * 1000)}",
        sentence=INVITED,
        facts={"name": by.name, "league": league.name},
        path=reverse("leagues:league", args=[league.slug]),
    )
    report_staff_action(by, "invite", member)


@transaction.atomic
def remove_member(league_id: int, by: User, user_id: int) -> None:
    """Revoke an invitation, or remove a member.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`, `plays_there`.
    """
    league = _invite_only(league_id, by)
    member = end_membership(league, user_id, State.REMOVED)
    report_staff_action(by, "remove", member)


@transaction.atomic
def set_link(league_id: int, by: User, *, on: bool) -> None:
    """Create a new invitation link, or none; the old link stops working.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    league = _invite_only(league_id, by)
    league.invite = new_token() if on else None
    league.save(update_fields=["invite"])
    report_staff_action(by, "link", league, on=on)


def _invite_only(league_id: int, by: User) -> League:
    league = locks.lock_league(league_id)
    access.check_organises(by, league)
    if not league.invite_only:
        raise refused("not_found")
    return league
