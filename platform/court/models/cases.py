"""Cases: disputes that moderators examine, with the statements of the people involved."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from court.models.disputes import Dispute
from games.kernel.contests import Decision

LONGEST = 1_000
"""Longest appeal, opinion or reason, in characters."""


class Decided(models.TextChoices):
    """The possible decisions about a word; the values are the kernel's."""

    VALID = Decision.VALID.value, _("valid")
    INVALID = Decision.INVALID.value, _("invalid")
    FORM = Decision.FORM.value, _("valid only in this form")
    TABLE = Decision.TABLE.value, _("for the table to decide")


class Case(models.Model):
    """A dispute that moderators examine: once, or twice after an appeal against the ruling."""

    class Origin(models.TextChoices):
        APPEAL = "appeal", _("a player appealed")
        TIE = "tie", _("the vote was a tie")
        LEXICON = "lexicon", _("the vote went against the word list")
        MODERATOR = "moderator", _("a moderator opened it")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        DECIDED = "decided", _("decided")
        WITHDRAWN = "withdrawn", _("withdrawn")

    dispute = models.OneToOneField(
        Dispute,
        on_delete=models.PROTECT,
        related_name="case",
        verbose_name=_("dispute"),
    )
    origin = models.CharField(_("reason"), max_length=10, choices=Origin)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField(_("opened"))
    closed_at = models.DateTimeField(_("closed"), null=True)
    """The time when it was first closed; an appeal against the ruling has its own times."""
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("claimed by"),
    )
    claimed_until = models.DateTimeField(_("claimed until"), null=True)
    wants_opinion = models.BooleanField(_("second opinion wanted"), default=False)
    evidence = models.JSONField(_("evidence"), null=True)
    """The result of `services.gather_evidence`; null until then."""

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ("id",)
        indexes = (models.Index(fields=("status", "opened_at"), name="cases_by_status"),)

    def __str__(self) -> str:
        return f"case {self.pk}"


class Appeal(models.Model):
    """An appeal of a player at the table against the result of a dispute."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="appeals")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("user"),
    )
    text = models.TextField(_("appeal"))
    at = models.DateTimeField(_("at"))
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("case", "user"), name="one_appeal_a_person"),
        )

    def __str__(self) -> str:
        return f"appeal {self.pk}"


class Opinion(models.Model):
    """Another moderator's opinion on a case."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="opinions")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("by")
    )
    decision = models.CharField(_("opinion"), max_length=10, choices=Decided)
    reason = models.TextField(_("reason"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("second opinion")
        verbose_name_plural = _("second opinions")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("case", "by"), name="one_opinion_a_moderator"),
        )

    def __str__(self) -> str:
        return f"opinion {self.pk}"
