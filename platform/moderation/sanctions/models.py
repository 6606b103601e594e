"""Decisions of the staff about a user, and their appeals."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class SanctionQuerySet(models.QuerySet["Sanction"]):
    """Queries of sanctions."""

    def in_force(self, now: datetime) -> SanctionQuerySet:
        """Return those that are neither lifted nor over at this time."""
        return self.filter(Q(ends_at=None) | Q(ends_at__gt=now), lifted_at=None)


class Sanction(models.Model):
    """A decision of the staff about a user: its type, reason and end. Only lifting changes it.

    Only the services of `moderation.sanctions` write here.
    """

    class Kind(models.TextChoices):
        WARNING = "warning", _("Warning")
        MUTE = "mute", _("Only ready-made messages at tables")
        NO_PUBLIC = "no_public", _("No public tables")
        SUSPENSION = "suspension", _("Suspension")
        BAN = "ban", _("Ban")

    class Cause(models.TextChoices):
        INSULT = "insult", _("insults or threats")
        NAME = "name", _("an unsuitable name")
        UNFAIR = "unfair", _("spoiling matches")
        COLLUSION = "collusion", _("helping each other")
        ACCOUNTS = "accounts", _("several accounts at one table")
        SPAM = "spam", _("advertising or spam")
        OTHER = "other", _("something else")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="sanctions",
        verbose_name=_("about"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    cause = models.CharField(_("because of"), max_length=10, choices=Cause)
    reason = models.TextField(_("reason"))
    """The reason for the user; only the user and the staff can read it."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("by"),
    )
    report = models.ForeignKey(
        "moderation.Report",
        null=True,
        on_delete=models.SET_NULL,
        related_name="sanctions",
        verbose_name=_("report"),
    )
    at = models.DateTimeField(_("at"))
    ends_at = models.DateTimeField(_("ends"), null=True)
    """Null: without an end."""
    lifted_at = models.DateTimeField(_("lifted"), null=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    lift_reason = models.TextField(blank=True)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(
                condition=~Q(kind__in=("warning", "ban")) | Q(ends_at=None),
                name="warnings_and_bans_have_no_end",
            ),
            models.CheckConstraint(
                condition=~Q(kind="suspension") | Q(ends_at__isnull=False),
                name="a_suspension_has_an_end",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    def holds(self, now: datetime) -> bool:
        """Return whether it is in force."""
        return self.lifted_at is None and (self.ends_at is None or self.ends_at > now)


class SanctionAppeal(models.Model):
    """A user's one appeal against a sanction, and the answer of another member of the staff."""

    class Outcome(models.TextChoices):
        UPHELD = "upheld", _("The decision stands")
        LIFTED = "lifted", _("The decision was lifted")

    sanction = models.OneToOneField(Sanction, on_delete=models.CASCADE, related_name="appeal")
    words = models.TextField(_("words"))
    at = models.DateTimeField(_("at"))
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    answer = models.TextField(_("answer"), blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided"), null=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ("id",)

    def __str__(self) -> str:
        return f"appeal {self.pk}"
