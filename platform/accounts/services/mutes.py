"""Users that somebody does not want to read, at whatever table they meet."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import Mute, User
from core.refusals import refused


def mute_user(user: User, other_id: int) -> None:
    """Show this user nothing that the other writes; doing it twice changes nothing more.

    Raises:
        Refused: `mute_yourself`, `not_found`.
    """
    if other_id == user.pk:
        raise refused("mute_yourself")
    if not User.objects.filter(pk=other_id).exists():
        raise refused("not_found")
    Mute.objects.bulk_create([Mute(user=user, muted_id=other_id)], ignore_conflicts=True)


def unmute_user(user: User, other_id: int) -> None:
    """Show what the other writes again."""
    Mute.objects.filter(user=user, muted_id=other_id).delete()


def muted_people(user: User) -> list[User]:
    """The users that this user muted, by name."""
    return list(User.objects.filter(muted_by__user=user).order_by("name"))


def muted_by(user_ids: Iterable[int]) -> dict[int, set[int]]:
    """For each of these users the ids of those they muted."""
    found: dict[int, set[int]] = {}
    rows = Mute.objects.filter(user_id__in=list(user_ids))
    for user_id, muted_id in rows.values_list("user_id", "muted_id"):
        found.setdefault(user_id, set()).add(muted_id)
    return found


def forget_mutes(user: User) -> None:
    """Forget all mutes by this user and against them."""
    Mute.objects.filter(Q(user=user) | Q(muted=user)).delete()


def transfer_guest(guest: User, user: User) -> None:
    """The account takes over the guest's mutes: those they made, and those made against them."""
    both = [Mute(user=user, muted_id=one.muted_id) for one in guest.mutes.all()]
    both += [Mute(user_id=one.user_id, muted=user) for one in guest.muted_by.all()]
    Mute.objects.bulk_create(
        [one for one in both if one.user_id != one.muted_id], ignore_conflicts=True
    )
    forget_mutes(guest)
