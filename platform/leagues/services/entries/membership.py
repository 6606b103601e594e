"""Store a user's membership of an invite-only league."""

from __future__ import annotations

from core import clock
from core.refusals import refused
from leagues.models import League, Member, Season

State = Member.State


def note_member(league: League, user_id: int, state: Member.State) -> Member:
    """Store the state of a user's membership."""
    member, _is_new = Member.objects.update_or_create(
        league=league, user_id=user_id, defaults={"state": state, "at": clock.now()}
    )
    return member


def end_membership(league: League, user_id: int, state: Member.State) -> Member:
    """Store the end of a membership: declined, or removed.

    Raises:
        Refused: `changed_meanwhile` if it has ended already, `plays_there`.
    """
    member = league.members.filter(user=user_id, state__in=Member.INSIDE).first()
    if member is None:
        raise refused("changed_meanwhile")
    going_on = league.seasons.exclude(state__in=Season.OVER)
    if going_on.filter(entries__user=user_id, entries__dropped_at=None).exists():
        raise refused("plays_there", name=member.user.name)
    return note_member(league, user_id, state)
