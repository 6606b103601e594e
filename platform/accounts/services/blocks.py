"""Blocks: a blocked user cannot join private tables, and is muted."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.hold_people import hold_people
from accounts.models import Block, User
from accounts.names import by_name
from accounts.services import mutes
from core.refusals import refused
from core.signals import user_blocked


@transaction.atomic
def block_user(user: User, other_id: int) -> None:
    """Keep the other user away from this user's private and quick tables, and mute them.

    Raises:
        Refused: `block_yourself`, `not_found`.
    """
    if other_id == user.pk:
        raise refused("block_yourself")
    # Prevents a friend request, or its acceptance, in between.
    hold_people(user.pk, other_id)
    mutes.mute_user(user, other_id)
    Block.objects.bulk_create([Block(user=user, blocked_id=other_id)], ignore_conflicts=True)
    user_blocked.send(sender=Block, user_id=user.pk, other_id=other_id)


@transaction.atomic
def unblock_user(user: User, other_id: int) -> None:
    """Let the other user join this user's private tables again, and show their messages."""
    Block.objects.filter(user=user, blocked_id=other_id).delete()
    mutes.unmute_user(user, other_id)


def blocked_people(user: User) -> list[User]:
    """Return the users that this user blocked, by name."""
    return by_name(User.objects.filter(blocked_by__user=user))


def forget_blocks(user: User) -> None:
    """Delete all blocks by this user and against them."""
    Block.objects.filter(Q(user=user) | Q(blocked=user)).delete()


def transfer_guest(guest: User, user: User) -> None:
    """Move the guest's blocks to the account: those by the guest, and those against them.

    The relations that a block ends are ended then, too.
    """
    both = [Block(user=user, blocked_id=one.blocked_id) for one in guest.blocks.all()]
    both += [Block(user_id=one.user_id, blocked=user) for one in guest.blocked_by.all()]
    both = [one for one in both if one.user_id != one.blocked_id]
    Block.objects.bulk_create(both, ignore_conflicts=True)
    forget_blocks(guest)
    for one in both:
        user_blocked.send(sender=Block, user_id=one.user_id, other_id=one.blocked_id)
