"""Models of times that stop the clocks of matches: pauses and downtimes of the server."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Pause(models.Model):
    """A pause of a match: proposed, then begun when all people at the table agree, then ended.

    `agreed`: the ids of the users who agree. `left_ms`: the rest of the wait for the next round, in
    milliseconds.
    """

    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="pauses", verbose_name=_("match")
    )
    agreed = models.JSONField(_("agreed"), default=list)
    begins_ms = models.BigIntegerField(_("begins"), null=True)
    ends_ms = models.BigIntegerField(_("ends"), null=True)
    left_ms = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("pause")
        verbose_name_plural = _("pauses")
        constraints = (
            models.UniqueConstraint(
                fields=("match",), condition=Q(ends_ms__isnull=True), name="one_pause_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ends_ms__isnull=True) | Q(begins_ms__lte=models.F("ends_ms")),
                name="a_pause_ends_after_it_begins",
            ),
        )

    def __str__(self) -> str:
        return f"pause of {self.match_id}"


def pause_now(match_id: uuid.UUID) -> Pause | None:
    """Return the pause that this match has now, or None if it is not paused."""
    return Pause.objects.filter(
        match=match_id, begins_ms__isnull=False, ends_ms__isnull=True
    ).first()


class Heartbeat(models.Model):
    """Time at which a part of the server last worked, one row each.

    Only `services.clock.downtime` writes here.
    """

    class Part(models.TextChoices):
        WEB = "web"
        WORKER = "worker"
        BEAT = "beat"

    part = models.CharField(max_length=10, choices=Part, unique=True)
    at_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.part} at {self.at_ms}"


class Downtime(models.Model):
    """A time when the server was down; it does not count for any seat."""

    begins_ms = models.BigIntegerField(_("begins"))
    ends_ms = models.BigIntegerField(_("ends"), db_index=True)
    next_match = models.UUIDField(null=True, default=uuid.UUID(int=0), editable=False)
    """The first match, by id, whose deadlines must still be recomputed; null if none is left."""

    class Meta:
        verbose_name = _("downtime")
        verbose_name_plural = _("downtimes")
        constraints = (
            models.CheckConstraint(
                condition=Q(begins_ms__lt=models.F("ends_ms")), name="a_downtime_lasts"
            ),
        )

    def __str__(self) -> str:
        return f"{self.begins_ms} to {self.ends_ms}"
