"""Reports by users, and by the platform's own checks."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models import Match, Message


class Report(models.Model):
    """A report for the staff, with a copy of the scene at that time.

    `context`: a copy of the reporter's view: the talk, the seats, the round and the move. It
    remains after the match, the message or a person is deleted. `involved` in it: users who took
    part in a text outside of a table, and may therefore not judge it. Only the services beside this
    module write here.
    """

    class Kind(models.TextChoices):
        MESSAGE = "message", _("a message")
        NAME = "name", _("a name")
        BEHAVIOUR = "behaviour", _("behaviour")
        COLLUSION = "collusion", _("suspected collusion")
        FLAG = "flag", _("found by the word list")

    class Outcome(models.TextChoices):
        DISMISSED = "dismissed", _("no action needed")
        ACTED = "acted", _("a sanction")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports",
        verbose_name=_("reported by"),
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports_about",
        verbose_name=_("about"),
    )
    match = models.ForeignKey(
        Match, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("match")
    )
    message = models.ForeignKey(
        Message, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("message")
    )
    source = models.CharField(max_length=80, blank=True, db_default="", editable=False)
    """The source of a text outside of a table (`core.reportable.Written.source`), or ""."""
    words = models.TextField(_("words"), blank=True)
    context = models.JSONField(_("context"), default=dict)
    at = models.DateTimeField(_("at"))
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    claimed_until = models.DateTimeField(null=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided"), null=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("message", "reporter"),
                condition=Q(message__isnull=False),
                name="one_report_a_message_and_reporter",
            ),
            models.UniqueConstraint(
                fields=("source", "reporter"),
                condition=~Q(source=""),
                name="one_report_a_source_and_reporter",
            ),
        )
        indexes = (models.Index(fields=("outcome", "id"), name="reports_by_outcome"),)

    def __str__(self) -> str:
        return f"report {self.pk}"

    def claimed_at(self, now: datetime) -> int | None:
        """The time of the claim by the staff member who works on it, if any."""
        if self.claimed_until is None or self.claimed_until <= now:
            return None
        return self.claimed_by_id


class ReportedPicture(models.Model):
    """A copy of a reported picture, because its owner may replace it before the staff looks.

    The first report of a picture has the copy. `reports.services.pictures` deletes it.
    """

    report = models.OneToOneField(
        Report, on_delete=models.CASCADE, primary_key=True, related_name="picture"
    )
    image = models.BinaryField(max_length=40_000)

    def __str__(self) -> str:
        return f"picture of {self.report_id}"
