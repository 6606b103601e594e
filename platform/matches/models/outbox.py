"""What a round owes: when the table acts in it, and what has to be done because of its moves."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Deadline(models.Model):
    """When the table acts in a round if nobody else did: one row for each kind and seat."""

    round = models.ForeignKey(
        "matches.Round", on_delete=models.CASCADE, related_name="deadlines", verbose_name=_("round")
    )
    kind = models.SlugField(_("kind"), max_length=30)
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
    """What is owed to the world because of a move, written in the move's own transaction.

    A row leaves when what it owes is done (or, for a bot's turn, no longer wanted); the sweep
    sends for it again until then.
    """

    kind = models.SlugField(_("kind"), max_length=30)
    round = models.ForeignKey(
        "matches.Round", on_delete=models.CASCADE, related_name="outbox", verbose_name=_("round")
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    version = models.PositiveIntegerField()
    due_ms = models.BigIntegerField(db_index=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    facts = models.JSONField(default=list)
    """What must be kept from the moment of the move, in order; more may be added."""

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
