"""Disputes: the doubted word, the people involved, and the decision of the table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models import Match, RulesVersion


class Dispute(models.Model):
    """A doubted word and the result: one row for each event of a move that ends a dispute."""

    class By(models.TextChoices):
        VOTE = "vote", _("vote")
        LEXICON = "lexicon", _("lexicon")
        PRECEDENTS = "precedents", _("earlier rulings")

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="disputes", verbose_name=_("match")
    )
    rules = models.ForeignKey(
        RulesVersion, on_delete=models.PROTECT, related_name="+", verbose_name=_("rules version")
    )
    round = models.PositiveSmallIntegerField(_("round"))
    move = models.PositiveIntegerField(_("move"))
    index = models.PositiveSmallIntegerField()
    """The index of the event in the move."""
    seq = models.PositiveIntegerField()
    """The situation of the dispute, in the game's own numbering."""
    word = models.TextField(_("word"))
    parts = models.JSONField(_("cards"))
    stands = models.BooleanField(_("state"))
    by = models.CharField(_("decided by"), max_length=10, choices=By)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "round", "move", "index"), name="one_record_a_dispute"
            ),
        )

    def __str__(self) -> str:
        return self.word


class Party(models.Model):
    """A participant of a dispute, in the seat of that time. `place`: the order within the role."""

    class Role(models.TextChoices):
        AUTHOR = "author", _("announced the word")
        DOUBTER = "doubter", _("doubted it")
        VOTER = "voter", _("voted")

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="parties")
    role = models.CharField(_("role"), max_length=10, choices=Role)
    place = models.PositiveSmallIntegerField(_("turn"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="disputes",
        verbose_name=_("user"),
    )
    bot = models.SlugField(_("bot"), max_length=20, blank=True)
    valid = models.BooleanField(_("held it valid"), null=True)
    """The vote of a voter; null for other roles."""

    class Meta:
        verbose_name = _("party")
        verbose_name_plural = _("parties")
        ordering = ("dispute", "role", "place")
        constraints = (
            models.UniqueConstraint(fields=("dispute", "role", "place"), name="one_party_a_place"),
            models.CheckConstraint(
                condition=Q(role="voter", valid__isnull=False)
                | (~Q(role="voter") & Q(valid__isnull=True)),
                name="only_voters_vote",
            ),
        )

    def __str__(self) -> str:
        return f"seat {self.seat}"
