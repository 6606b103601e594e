"""Who is whose friend, or has asked to be."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _


def new_token() -> str:
    """A link that cannot be guessed (128 bits and more)."""
    return get_random_string(24)


class Friendship(models.Model):
    """Two people who are friends, once the second has agreed: `since` is null until then."""

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
    """Whoever opens this link may become this user's friend; a new one makes the old one void."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    token = models.CharField(max_length=32, unique=True, default=new_token)

    def __str__(self) -> str:
        return f"link of {self.user_id}"
