"""Decides who may organise which league."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from core.refusals import refuse
from leagues.models import League

ORGANISE = "leagues.organise"


def may_organise(user: Any, league: League | None = None) -> bool:
    """Whether this user organises the league: all of them with the permission, or is listed there."""
    if not user.is_authenticated or not user.is_active:
        return False
    if user.has_perm(ORGANISE):
        return True
    return league is not None and league.organisers.filter(pk=user.pk).exists()


def check_organises(user: User, league: League | None = None) -> None:
    """Raises `Refused` (`not_yours`) if this user does not organise it."""
    if not may_organise(user, league):
        raise refuse("not_yours")


def organised_by(user: User) -> QuerySet[League]:
    """The leagues that this user organises."""
    if user.has_perm(ORGANISE):
        return League.objects.all()
    return League.objects.filter(Q(organisers=user))
