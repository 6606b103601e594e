"""Mutes: the messages of a muted user are hidden from one user, at every table."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import Mute, User
from accounts.names import by_name
from core.refusals import refused


def mute_user(user: User, other_id: int) -> None:
    """Hide all messages of the other user from this user; a second call changes nothing.

    Raises:
        Refused: `mute_yourself`, `not_found`.
    """
    if other_id == user.pk:
        raise refused("mute_yourself")
    if not User.objects.filter(pk=other_id).exists():
        raise refused("not_found")
    Mute.objects.bulk_create([Mute(user=user, muted_id=other_id)], ignore_conflicts=True)


def unmute_user(user: User, other_id: int) -> None:
    """Show the other user's messages again."""
    Mute.objects.filter(user=user, muted_id=other_id).delete()


def is_muted(user_id: int, other_id: int) -> bool:
    """Return whether this user has muted the other."""
    return Mute.objects.filter(user=user_id, muted=other_id).exists()


def muted_people(user: User) -> list[User]:
    """Return the users that this user muted, by name."""
    return by_name(User.objects.filter(muted_by__user=user))


def muted_by(user_ids: Iterable[int]) -> dict[int, set[int]]:
    """Return the ids of the muted users, for each of these users."""
    found: dict[int, set[int]] = {}
    rows = Mute.objects.filter(user_id__in=list(user_ids))
    for user_id, muted_id in rows.values_list("user_id", "muted_id"):
        found.setdefault(user_id, set()).add(muted_id)
    return found


def forget_mutes(user: User) -> None:
    """Delete all mutes by this user and against them."""
    Mute.objects.filter(Q(user=user) | Q(muted=user)).delete()


def transfer_guest(guest: User, user: User) -> None:
    """Move the guest's mutes to the account: those by the guest, and those against them."""
    both = [Mute(user=user, muted_id=one.muted_id) for one in guest.mutes.all()]
    both += [Mute(user_id=one.user_id, muted=user) for one in guest.muted_by.all()]
    Mute.objects.bulk_create(
        [one for one in both if one.user_id != one.muted_id], ignore_conflicts=True
    )
    forget_mutes(guest)
