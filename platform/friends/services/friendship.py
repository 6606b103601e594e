"""Become friends, by asking or by a link, and end it; blocks always win."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from accounts.hold_people import hold_people
from accounts.models import User
from accounts.services import reach
from core import clock
from core.refusals import refused
from core.signals import befriended
from friends.models import FriendLink, Friendship, new_token
from games.kernel.contract import N_

MOST_OPEN = 50
"""Requests of one person that nobody has answered yet."""
ASKS = N_("%(name)s wants to be your friend.")
AGREED = N_("%(name)s is now your friend.")
KIND = "friend"
"""`notifications.models.Kind`."""


def friendship_between(user_id: int, other_id: int) -> Q:
    """The friendship of these two, whoever asked."""
    return Q(asker=user_id, asked=other_id) | Q(asker=other_id, asked=user_id)


@transaction.atomic
def ask_for_friendship(user: User, other: User) -> bool:
    """Ask somebody to be a friend; whether they are now, because they have asked, too.

    Somebody who has blocked the asker never hears of it, and the asker cannot tell.

    Raises:
        Refused: `befriend_yourself`, `unblock_first`, `too_many_asked`.
    """
    # Both: the other may ask or follow a link just now, and the user may ask many at once.
    hold_people(user.pk, other.pk)
    found = _check_pair(user, other)
    known = (
        Friendship.objects.select_for_update().filter(friendship_between(user.pk, other.pk)).first()
    )
    if known is not None:
        if known.asked_id == user.pk and known.since is None:
            return accept_friendship(user, other.pk)
        return known.since is not None
    if Friendship.objects.filter(asker=user, since=None).count() >= MOST_OPEN:
        raise refused("too_many_asked")
    Friendship.objects.create(asker=user, asked=other)
    if not found.all:
        _tell(other.pk, user, "asks", ASKS)
    return False


@transaction.atomic
def accept_friendship(user: User, other_id: int) -> bool:
    """Agree to be the friend of somebody who has asked; whether they are friends now."""
    hold_people(user.pk, other_id)
    asked = Friendship.objects.select_for_update().filter(asker=other_id, asked=user).first()
    if asked is None or reach.apart(user.pk, [other_id]).all:
        return False
    if asked.since is None:
        asked.since = clock.now()
        asked.save(update_fields=["since"])
        _tell(other_id, user, "agreed", AGREED)
    return True


def end_friendship(user: User, other_id: int) -> None:
    """Be friends no more, or withdraw or decline a request; nobody is told."""
    Friendship.objects.filter(friendship_between(user.pk, other_id)).delete()


def end_blocked(*, user_id: int, other_id: int, **_: object) -> None:
    """A block ends it, whoever blocked whom."""
    Friendship.objects.filter(friendship_between(user_id, other_id)).delete()


def link_of(user: User) -> str:
    """The token of this user's own link."""
    link, _ = FriendLink.objects.get_or_create(user=user)
    return link.token


def renew_link(user: User) -> None:
    """Make the link that was handed out void."""
    FriendLink.objects.update_or_create(user=user, defaults={"token": new_token()})


def owner_of(token: str) -> User:
    """Whose link this is.

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
    """Become the friend of somebody who has handed out their link; they agreed with that.

    Raises:
        Refused: `no_friend_link` (also where its owner has blocked the user), `befriend_yourself`,
            `unblock_first`.
    """
    owner = owner_of(token)
    hold_people(user.pk, owner.pk)
    if _check_pair(user, owner).all:
        raise refused("no_friend_link")
    known = (
        Friendship.objects.select_for_update().filter(friendship_between(user.pk, owner.pk)).first()
    )
    if known is None or known.since is None:
        pair = known or Friendship(asker=user, asked=owner)
        pair.since = clock.now()
        pair.save()
        _tell(owner.pk, user, "agreed", AGREED)
    return owner


def _check_pair(user: User, other: User) -> reach.Apart:
    """What else keeps these two apart."""
    if user.pk == other.pk:
        raise refused("befriend_yourself")
    found = reach.apart(user.pk, [other.pk])
    if found.blocked:
        raise refused("unblock_first", name=other.name)
    return found


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
