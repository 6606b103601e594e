"""Models of results that were corrected after the match."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Correction(models.Model):
    """A correction of a match's result, with its reason.

    The log of moves and `Match.standing` stay as they were. `Match.result` is the result of all
    corrections that are not undone (`matches.store.results`). The database refuses every change
    except undoing a correction once (migration 0001).
    """

    class Kind(models.TextChoices):
        VOID = "void", _("does not count")
        RESULT = "result", _("another result")
        POINTS = "points", _("other points in a round")

    match = models.ForeignKey(
        "matches.Match",
        on_delete=models.PROTECT,
        related_name="corrections",
        verbose_name=_("match"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    round = models.PositiveSmallIntegerField(_("round"), null=True)
    facts = models.JSONField(_("what counts"), default=dict)
    """Of a result: `totals` and `places` by seat. Of points: `changes`, the points to add by seat.
    """
    reason = models.TextField(_("reason"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("by"),
    )
    source = models.CharField(_("because of"), max_length=80, blank=True)
    """Caller's name for the cause of the correction; the same cause yields the same correction."""
    at = models.DateTimeField(_("at"))
    undone_at = models.DateTimeField(_("undone"), null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("undone by"),
    )
    undone_reason = models.TextField(_("why undone"), blank=True)

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("match", "kind", "round", "source"),
                condition=~Q(source="") & Q(undone_at__isnull=True),
                nulls_distinct=False,
                name="asked_for_once",
            ),
            models.CheckConstraint(
                condition=Q(kind="points", round__isnull=False)
                | Q(kind__in=("void", "result"), round__isnull=True),
                name="only_points_are_of_a_round",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="a_correction_has_a_reason"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_reason="")
                | Q(undone_at__isnull=False) & ~Q(undone_reason=""),
                name="so_has_its_undoing",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.match_id}"
