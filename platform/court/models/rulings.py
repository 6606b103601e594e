"""Rulings, which are stored permanently; the public list of words shows them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from court.models.cases import Case, Decided
from court.models.disputes import Dispute


class Ruling(models.Model):
    """A line of the public list of words. The newest on an entry is in force; older ones are
    history.

    Its id is its number, and also the version of the list that begins with it. The database
    refuses every change (migration 0001).
    """

    case = models.ForeignKey(
        Case, on_delete=models.PROTECT, related_name="rulings", verbose_name=_("case")
    )
    game = models.SlugField(_("game"), max_length=40)
    entry = models.CharField(_("entry"), max_length=80)
    """The game's normal form of the word, equal for all spellings."""
    pair = models.CharField(_("cards"), max_length=80)
    """The parts in alphabetical order, joined by a plus."""
    word = models.CharField(_("word"), max_length=80)
    parts = models.JSONField(_("cards"))
    decision = models.CharField(_("decision"), max_length=10, choices=Decided)
    reason = models.TextField(_("reason"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"))
    overturns = models.OneToOneField(
        "self",
        null=True,
        on_delete=models.PROTECT,
        related_name="overturned_by",
        verbose_name=_("overturns"),
    )
    """The earlier ruling on the same case that this one replaces after an appeal."""
    correction = models.OneToOneField(
        "matches.Correction",
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("correction"),
    )

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ("id",)
        indexes = (
            models.Index(fields=("game", "entry", "pair", "-id"), name="rulings_by_entry"),
            models.Index(fields=("game", "pair"), name="rulings_by_pair"),
        )
        constraints = (
            models.CheckConstraint(condition=~Q(reason=""), name="a_ruling_has_a_reason"),
        )

    def __str__(self) -> str:
        return f"{self.word}: {self.decision}"


class Challenge(models.Model):
    """The one appeal against a ruling; another moderator upholds the ruling or overturns it."""

    ruling = models.OneToOneField(
        Ruling, on_delete=models.PROTECT, related_name="challenge", verbose_name=_("ruling")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("user"),
    )
    text = models.TextField(_("appeal"))
    at = models.DateTimeField(_("at"))
    closed_at = models.DateTimeField(_("closed"), null=True)
    upheld = models.TextField(_("why the ruling stays"), blank=True)
    """The reason if the ruling is upheld; otherwise the new ruling has the reason."""

    class Meta:
        verbose_name = _("appeal against a ruling")
        verbose_name_plural = _("appeals against rulings")

    def __str__(self) -> str:
        return f"appeal against ruling {self.ruling_id}"


class Citation(models.Model):
    """A citation: a table was shown a ruling after a dispute of its own."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="citations")
    dispute = models.OneToOneField(Dispute, on_delete=models.CASCADE, related_name="citation")

    class Meta:
        verbose_name = _("citation")
        verbose_name_plural = _("citations")

    def __str__(self) -> str:
        return f"citation of ruling {self.ruling_id}"


class Settlement(models.Model):
    """Another open case about the word of a ruling, which the ruling closed.

    If the ruling is overturned, the case follows the new one.
    """

    case = models.OneToOneField(
        Case, on_delete=models.CASCADE, related_name="settlement", verbose_name=_("case")
    )
    ruling = models.ForeignKey(
        Ruling, on_delete=models.PROTECT, related_name="settlements", verbose_name=_("ruling")
    )
    correction = models.OneToOneField(
        "matches.Correction",
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("correction"),
    )
    """The correction of the points at this case's own table."""

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")

    def __str__(self) -> str:
        return f"{self.case} by ruling {self.ruling_id}"
