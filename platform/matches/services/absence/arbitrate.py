"""Take over a running match as an arbiter: see all hands, with a note to its table and in the log.

Gain from another player's absence: none. An arbiter plays no seat, even if a player is away. A user
who has held a seat there, however briefly, cannot be an arbiter of that match.
"""

from __future__ import annotations

import uuid

from django.db import transaction

from accounts.models import User
from core import clock
from core.refusals import refused
from core.signals import staff_acted
from matches.models import Arbiter, Match
from matches.services.absence.departure import lock_running_match, people_of
from matches.store.change_match import count_change
from matches.store.lock_match import lock_match_and_round


@transaction.atomic
def take_over(match_id: uuid.UUID, by: User, reason: str) -> None:
    """Show all hands to this member of staff from now on; a second call changes nothing.

    Raises:
        Refused: `reason_missing`, `sat_there`, `round_sealed`, and those of
        `departure.lock_running_match`.
    """
    match = lock_running_match(match_id)
    if not reason.strip():
        raise refused("reason_missing")
    if has_sat(match, by):
        raise refused("sat_there")
    if match.is_sealed:  # otherwise the arbiter would know the cards of their own deal
        raise refused("round_sealed")
    now = clock.now()
    _, is_new = Arbiter.objects.get_or_create(
        match=match, user=by, ended_at=None, defaults={"began_at": now}
    )
    if is_new:
        _tell(match, by, "arbitrate", reason=reason.strip())


@transaction.atomic
def give_back(match_id: uuid.UUID, by: User) -> None:
    """End an arbiter's view of all hands.

    Raises:
        Refused: `not_found`.
    """
    match = lock_match_and_round(match_id)
    now = clock.now()
    if match.arbiters.filter(user=by, ended_at=None).update(ended_at=now):
        _tell(match, by, "arbitrate-end")


def is_arbiter(match_id: uuid.UUID, user: User) -> bool:
    """Return whether this user sees all hands of this match now."""
    running_now = Match.Status.RUNNING
    now = Arbiter.objects.filter(match=match_id, match__status=running_now, ended_at=None)
    return now.filter(user=user).exists()


def has_sat(match: Match, user: User) -> bool:
    """Return whether this user plays there, or ever did."""
    return user.pk in people_of(match)


def _tell(match: Match, by: User, verb: str, **facts: str) -> None:
    staff_acted.send(Arbiter, by_id=by.pk, verb=verb, app="matches", target=match, facts=facts)
    count_change(match)
