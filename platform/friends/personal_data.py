"""Personal data of friendships and challenges: the export, the merge of a guest, and the deletion of a user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Q, QuerySet

from accounts.models import User
from friends.models import FriendLink, Friendship, MatchChallenge, PutAway, between


def export_friends(user: User) -> Sequence[Mapping[str, object]]:
    """Return this user's friends and requests: the other's name, the user who asked, and the date."""
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
    """Move the guest's friendships to the account, except those that the account has already."""
    theirs = Friendship.objects.filter(Q(asker=guest_id) | Q(asked=guest_id))
    for one in theirs:
        other = one.asked_id if one.asker_id == guest_id else one.asker_id
        if other == user_id or Friendship.objects.filter(between(user_id, other)).exists():
            one.delete()
            continue
        if one.asker_id == guest_id:
            one.asker_id = user_id
        else:
            one.asked_id = user_id
        one.save(update_fields=["asker", "asked"])
    FriendLink.objects.filter(user=guest_id).delete()
    _challenges_between(guest_id, user_id).delete()
    MatchChallenge.objects.filter(asker=guest_id).update(asker=user_id)
    MatchChallenge.objects.filter(asked=guest_id).update(asked=user_id)
    put_away = PutAway.objects.filter(user=guest_id)
    PutAway.objects.bulk_create(
        [PutAway(user_id=user_id, match_id=one.match_id) for one in put_away], ignore_conflicts=True
    )
    put_away.delete()


def forget_user(*, user_id: int, **_: object) -> None:
    """Delete every friendship, request and challenge of a forgotten user."""
    Friendship.objects.filter(Q(asker=user_id) | Q(asked=user_id)).delete()
    FriendLink.objects.filter(user=user_id).delete()
    MatchChallenge.objects.filter(Q(asker=user_id) | Q(asked=user_id)).delete()
    PutAway.objects.filter(user=user_id).delete()


def export_challenges(user: User) -> Sequence[Mapping[str, object]]:
    """Return the open challenges by this user and for them."""
    own = MatchChallenge.objects.filter(Q(asker=user) | Q(asked=user))
    return [
        {
            "name": (one.asked if one.asker_id == user.pk else one.asker).name,
            "asked_by_you": one.asker_id == user.pk,
            "asked_at": one.asked_at,
            "answer": one.answer,
        }
        for one in own.select_related("asker", "asked")
    ]


def _challenges_between(user_id: int, other_id: int) -> QuerySet[MatchChallenge]:
    return MatchChallenge.objects.filter(between(user_id, other_id))
