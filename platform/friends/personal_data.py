"""What the friendships know of somebody: the file that people take along, and what goes with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Q

from accounts.models import User
from friends.models import FriendLink, Friendship
from friends.services.friendship import friendship_between


def export_friends(user: User) -> Sequence[Mapping[str, object]]:
    """This user's friends and requests: the other's name, who asked, since when."""
    own = Friendship.objects.filter(Q(asker=user) | Q(asked=user))
    return [
        {
            "name": (one.asked if one.asker_id == user.pk else one.asker).name,
            "asked_by_you": one.asker_id == user.pk,
            "asked_at": one.asked_at,
            "since": one.since,
        }
        for one in own.select_related("asker", "asked")
    ]


def merge_guest(*, guest_id: int, user_id: int, **_: object) -> None:
    """Give the account the guest's friends whom it does not know yet."""
    theirs = Friendship.objects.filter(Q(asker=guest_id) | Q(asked=guest_id))
    for one in theirs:
        other = one.asked_id if one.asker_id == guest_id else one.asker_id
        if (
            other == user_id
            or Friendship.objects.filter(friendship_between(user_id, other)).exists()
        ):
            one.delete()
            continue
        if one.asker_id == guest_id:
            one.asker_id = user_id
        else:
            one.asked_id = user_id
        one.save(update_fields=["asker", "asked"])
    FriendLink.objects.filter(user=guest_id).delete()


def forget_user(*, user_id: int, **_: object) -> None:
    """Take somebody who is forgotten out of everybody's friends."""
    Friendship.objects.filter(Q(asker=user_id) | Q(asked=user_id)).delete()
    FriendLink.objects.filter(user=user_id).delete()
