"""Start a friendship by a request or a link, and end it. A block always wins."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse

from accounts.hold_people import hold_people
from accounts.models import User
from accounts.services import reach
from core import clock
from core.after_commit import after_commit
from core.refusals import refused
from core.signals import befriended
from friends.models import FriendLink, Friendship, between, new_token
from games.kernel.contract import N_
from matches.store import topics
from realtime import bus

MOST_OPEN = 50
"""Requests of one user that may be open at once."""
ASKS = N_("%(name)s wants to be your friend.")
AGREED = N_("%(name)s is now your friend.")
KIND = "friend"
"""The value of `notifications.models.Kind` for these notices."""


@transaction.atomic
def ask_for_friendship(user: User, other: User) -> bool:
    """Ask another user to be a friend. Return whether they are friends now.

    They are friends at once if the other user has asked before. A user who has blocked the asker is
    not notified, and the answer does not reveal the block.

    Raises:
        Refused: `befriend_yourself`, `unblock_first`, `too_many_asked`.
    """
    # Hold both users: the other may ask or open a link now, and the user may send many requests at
    # once.
    hold_people(user.pk, other.pk)
    found = _check_pair(user, other)
    known = Friendship.objects.select_for_update().filter(between(user.pk, other.pk)).first()
    if known is not None:
        if known.asked_id == user.pk and known.since is None:
            return accept_friendship(user, other.pk)
        return known.since is not None
    if Friendship.objects.filter(asker=user, since=None).count() >= MOST_OPEN:
        raise refused("too_many_asked")
    Friendship.objects.create(asker=user, asked=other)
    if not found.all:
        _tell(other.pk, user, "asks", ASKS)
        _refresh_pages(other.pk)
    return False


@transaction.atomic
def accept_friendship(user: User, other_id: int) -> bool:
    """Accept a friend request of another user. Return whether they are friends now."""
    hold_people(user.pk, other_id)
    asked = Friendship.objects.select_for_update().filter(asker=other_id, asked=user).first()
    if asked is None or reach.apart(user.pk, [other_id]).all:
        return False
    if asked.since is None:
        asked.since = clock.now()
        asked.save(update_fields=["since"])
        _tell(other_id, user, "agreed", AGREED)
        _refresh_pages(user.pk)
    return True


def end_friendship(user: User, other_id: int) -> None:
    """End a friendship, or withdraw or decline a request. The other user is not notified."""
    Friendship.objects.filter(between(user.pk, other_id)).delete()
    _refresh_pages(user.pk, other_id)


def end_blocked(*, user_id: int, other_id: int, **_: object) -> None:
    """End the friendship of two users when one of them blocks the other."""
    Friendship.objects.filter(between(user_id, other_id)).delete()


def link_of(user: User) -> str:
    """Return the token of this user's own link."""
    link, _ = FriendLink.objects.get_or_create(user=user)
    return link.token


def renew_link(user: User) -> None:
    """Replace this user's link; the old one stops working."""
    FriendLink.objects.update_or_create(user=user, defaults={"token": new_token()})


def owner_of(token: str) -> User:
    """Return the owner of this link.

    Raises:
        Refused: `no_friend_link`.
    """
    link = FriendLink.objects.select_related("user").filter(token=token, user__is_active=True)
    found = link.first()
    if found is None:
        raise refused("no_friend_link")
    return found.user


@transaction.atomic
def befriend_by_link(user: User, token: str) -> User:
    """Make this user a friend of the link's owner, who agreed by sharing the link. Return the
    owner.

    Raises:
        Refused: `no_friend_link` (also if its owner has blocked the user), `befriend_yourself`,
            `unblock_first`.
    """
    owner = owner_of(token)
    hold_people(user.pk, owner.pk)
    if _check_pair(user, owner).all:
        raise refused("no_friend_link")
    known = Friendship.objects.select_for_update().filter(between(user.pk, owner.pk)).first()
    if known is None or known.since is None:
        pair = known or Friendship(asker=user, asked=owner)
        pair.since = clock.now()
        pair.save()
        _tell(owner.pk, user, "agreed", AGREED)
    return owner


def _check_pair(user: User, other: User) -> reach.Apart:
    """Refuse a pair that cannot be friends. Return the blocks and closed accounts between the two."""
    if user.pk == other.pk:
        raise refused("befriend_yourself")
    found = reach.apart(user.pk, [other.pk])
    if found.blocked:
        raise refused("unblock_first", name=other.name)
    return found


def _refresh_pages(*user_ids: int) -> None:
    """Tell the open pages of these users that the number of their requests may have changed."""
    after_commit(bus.publish, *map(topics.of_player, user_ids))


def _tell(user_id: int, about: User, what: str, sentence: str) -> None:
    befriended.send(
        sender=Friendship,
        user_id=user_id,
        key=f"friends.{what}:{about.pk}",
        sentence=sentence,
        facts={"name": about.name},
        path=reverse("friends:friends"),
        kind=KIND,
    )
