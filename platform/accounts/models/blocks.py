"""Blocks, mutes, restrictions by the staff, and device hints."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """A block: `blocked` cannot sit down at a private or quick table of `user`, who does not see
    their messages.

    Only `services.blocks` writes. The blocked person is not told.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "blocked"), name="blocked_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("blocked")), name="nobody_blocks_themselves"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} blocks {self.blocked_id}"


class Restriction(models.Model):
    """A restriction of a user for some time, by a decision of the staff (`services.restrictions`)."""

    class What(models.TextChoices):
        TALK = "talk", _("write in the chat")
        PUBLIC = "public", _("sit at public tables")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="restrictions"
    )
    what = models.CharField(max_length=10, choices=What)
    until = models.DateTimeField(null=True)
    """The end of the restriction; null if it has none."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "what"), name="one_restriction_of_a_kind"),
        )

    def __str__(self) -> str:
        return f"{self.user_id}: no {self.what}"


class DeviceHint(models.Model):
    """A visit of a user from a certain browser at a certain address, as a keyed hash.

    Two users with the same hash may share a device, or be one person; it proves nothing. Kept for
    `services.devices.KEPT`.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="device_hints"
    )
    device = models.CharField(max_length=64)
    seen_at = models.DateTimeField(_("last seen"), db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("device", "user"), name="one_hint_a_device"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} from {self.device[:8]}"


class Mute(models.Model):
    """A mute: messages of `muted` are not shown to `user`, at any table; `muted` is not told."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes"
    )
    muted = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted_by"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "muted"), name="muted_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("muted")), name="nobody_mutes_themselves"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.muted_id}"
