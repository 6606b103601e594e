"""Records of staff who looked at all hands of a match while it ran."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Arbiter(models.Model):
    """A member of staff who took over a running match as an arbiter; its table is told.

    Only `services.absence.arbitrate` writes here.
    """

    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="arbiters", verbose_name=_("match")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("user"),
    )
    began_at = models.DateTimeField(_("since"))
    ended_at = models.DateTimeField(_("until"), null=True)

    class Meta:
        verbose_name = _("arbiter")
        verbose_name_plural = _("arbiters")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("match", "user"),
                condition=models.Q(ended_at=None),
                name="an_arbiter_once_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"arbiter of {self.match_id}"
