"""The models of the daily deals."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models import Match, RulesVersion


class Day(models.Model):
    """The deal of one day in UTC, fixed when it is first requested and never changed.

    `seed` stays on the server until the day is over.
    """

    date = models.DateField(_("day"), unique=True)
    rules = models.ForeignKey(
        RulesVersion, on_delete=models.PROTECT, related_name="+", verbose_name=_("rules version")
    )
    seats = models.PositiveSmallIntegerField(_("seats"))
    level = models.SlugField(_("bot level"), max_length=20)
    seed = models.BinaryField()

    class Meta:
        verbose_name = _("daily deal")
        verbose_name_plural = _("daily deals")
        ordering = ("-date",)

    def __str__(self) -> str:
        return self.date.isoformat()

    @property
    def ends_at(self) -> datetime:
        """The end of the day: from then on its deal is no secret, and no result counts."""
        return datetime.combine(self.date + timedelta(days=1), time(), UTC)


class Attempt(models.Model):
    """A user's one try at the deal of a day."""

    day = models.ForeignKey(
        Day, on_delete=models.CASCADE, related_name="attempts", verbose_name=_("day")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="daily_attempts",
        verbose_name=_("user"),
    )
    match = models.OneToOneField(
        Match, null=True, on_delete=models.CASCADE, related_name="+", verbose_name=_("match")
    )
    """Null only inside the transaction that begins it."""

    class Meta:
        verbose_name = _("attempt at a daily deal")
        verbose_name_plural = _("attempts at daily deals")
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("day", "user"), name="one_try_a_day"),)

    def __str__(self) -> str:
        return f"{self.user_id} on {self.day_id}"
