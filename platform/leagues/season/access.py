"""Permissions: the leagues that a user may see, and those that a user may organise."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet

from accounts.models import Restriction, User
from accounts.services.restrictions import check_restriction
from core.refusals import refused
from leagues.models import League, Member

ORGANISE = "leagues.organise"
MOST_LEAGUES = 5
"""Open leagues that one player may organise."""


def visible_to(user: Any) -> QuerySet[League]:
    """Return the leagues that this user or visitor may see: the public ones, and invite-only ones
    where they are an organiser, a member or invited.
    """
    is_open = Q(invite_only=False)
    if user is None or not user.is_authenticated or not user.is_active:
        return League.objects.filter(is_open)
    if user.has_perm(ORGANISE):
        return League.objects.all()
    inside = Member.objects.filter(user=user, state__in=Member.INSIDE)
    organises = League.organisers.through.objects.filter(user_id=user.pk)
    return League.objects.filter(
        is_open | Q(pk__in=inside.values("league")) | Q(pk__in=organises.values("league"))
    )


def may_see(user: Any, league: League) -> bool:
    """Return whether this user or visitor may see the league."""
    return not league.invite_only or visible_to(user).filter(pk=league.pk).exists()


def may_organise(user: Any, league: League | None = None) -> bool:
    """Return whether this user organises the league: by the permission for all, or by being listed
    there.
    """
    if not user.is_authenticated or not user.is_active:
        return False
    if user.has_perm(ORGANISE):
        return True
    return league is not None and league.organisers.filter(pk=user.pk).exists()


def check_organises(user: User, league: League | None = None) -> None:
    """Raise `Refused` (`not_yours`) if this user does not organise it."""
    if not may_organise(user, league):
        raise refused("not_yours")


def may_found(user: Any) -> bool:
    """Return whether this user may create a league: by permission, or as an account holder if the
    host allows it (`NIGHTCAP_LEAGUES_BY_PLAYERS`).
    """
    if not user.is_authenticated or not user.is_active:
        return False
    return user.has_perm(ORGANISE) or (settings.LEAGUES_BY_PLAYERS and not user.is_guest)


def check_founds(user: User) -> None:
    """Raise `Refused` if this user may not create a league now: `may_not_found`, `needs_account`,
    `too_many_leagues`, and those of `restrictions.check_restriction`.
    """
    if user.has_perm(ORGANISE):
        return
    if not settings.LEAGUES_BY_PLAYERS:
        raise refused("may_not_found")
    if user.is_guest:
        raise refused("needs_account")
    check_restriction(user.pk, Restriction.What.PUBLIC)
    if user.organised.filter(closed_at=None).count() >= MOST_LEAGUES:
        raise refused("too_many_leagues", most=MOST_LEAGUES)
