"""Queries of the decisions about one user."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from core import clock
from moderation.models import Sanction, SanctionAppeal


@dataclass(frozen=True, slots=True)
class Decision:
    """A sanction as its user sees it."""

    sanction: Sanction
    appeal: SanctionAppeal | None
    holds: bool

    @property
    def may_appeal(self) -> bool:
        return self.holds and self.appeal is None


def appeal_of(sanction: Sanction) -> SanctionAppeal | None:
    """Return the appeal against a sanction, or None."""
    try:
        return sanction.appeal
    except SanctionAppeal.DoesNotExist:
        return None


def decisions_about(user: User) -> list[Decision]:
    """Return the decisions about a user, newest first."""
    now = clock.now()
    rows = Sanction.objects.filter(user=user).select_related("appeal")
    return [Decision(row, appeal_of(row), row.holds(now)) for row in rows]
