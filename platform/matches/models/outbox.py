"""Models of due work of a round: its deadlines, and the outbox.

A move inserts and deletes rows here, so no index is kept that another one contains.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Deadline(models.Model):
    """A time-out of a round, applied if no seat acts before; one row for each kind and seat."""

    round = models.ForeignKey(
        "matches.Round",
        on_delete=models.CASCADE,
        related_name="deadlines",
        verbose_name=_("round"),
        db_index=False,
    )
    kind = models.SlugField(_("kind"), max_length=30, db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    due_ms = models.BigIntegerField(db_index=True)

    class Meta:
        verbose_name = _("deadline")
        verbose_name_plural = _("deadlines")
        constraints = (
            models.UniqueConstraint(
                fields=("round", "kind", "seat"), nulls_distinct=False, name="one_row_a_deadline"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} at {self.due_ms}"


class Outbox(models.Model):
    """Work outside of the round that a move requires, written in the transaction of the move.

    A row is deleted when its work is done, or when a bot's turn is no longer needed. Until then the
    sweep sends it again.
    """

    kind = models.SlugField(_("kind"), max_length=30, db_index=False)
    round = models.ForeignKey(
        "matches.Round",
        on_delete=models.CASCADE,
        related_name="outbox",
        verbose_name=_("round"),
        db_index=False,
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    version = models.PositiveIntegerField()
    due_ms = models.BigIntegerField(db_index=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    facts = models.JSONField(default=list)
    """Facts from the moment of the move, in order; later moves may add more."""

    class Meta:
        verbose_name = _("outbox entry")
        verbose_name_plural = _("outbox")
        constraints = (
            models.UniqueConstraint(
                fields=("round", "kind", "seat"), nulls_distinct=False, name="owed_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} owed by {self.round_id}"
