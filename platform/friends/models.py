"""Friendships, friend requests and challenges."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _


def new_token() -> str:
    """Return a random token for a link: at least 128 bits, so it cannot be guessed."""
    return get_random_string(24)


def between(user_id: int, other_id: int) -> Q:
    """Return the condition for a row about these two users, in either direction."""
    return Q(asker=user_id, asked=other_id) | Q(asker=other_id, asked=user_id)


class Friendship(models.Model):
    """A pair of users. `since` is null until the second user agrees; then they are friends."""

    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("request from"),
    )
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("request to"),
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    since = models.DateTimeField(_("friends since"), null=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_a_pair"
            ),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="friends_are_two"),
        )

    def __str__(self) -> str:
        return f"{self.asker_id} and {self.asked_id}"


class FriendLink(models.Model):
    """The link that makes its reader a friend of this user. A new link replaces the old one."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    token = models.CharField(max_length=32, unique=True, default=new_token)

    def __str__(self) -> str:
        return f"link of {self.user_id}"


class MatchChallenge(models.Model):
    """A challenge: a table that the asker laid for the asked user, until that user has answered.

    `answer`: how it ended, until the asker has read that; then the row is deleted. An accepted
    challenge has no row, because the table says it.
    """

    class Answer(models.TextChoices):
        NONE = "", _("open")
        DECLINED = "declined", _("declined")
        EXPIRED = "expired", _("expired")

    match = models.OneToOneField(
        "matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    asker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)
    answer = models.CharField(max_length=8, choices=Answer, blank=True, default=Answer.NONE)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="challenges_are_two"),
        )

    def __str__(self) -> str:
        return f"{self.asker_id} challenges {self.asked_id}"


class PutAway(models.Model):
    """An invitation that a user answers later: its bar is not shown, and the seat stays kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "match"), name="put_away_once"),)

    def __str__(self) -> str:
        return f"{self.user_id} answers {self.match_id} later"
