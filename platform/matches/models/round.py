"""A round and its log of moves."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models.match import Match


class Round(models.Model):
    """One deal, from shuffle to scoring.

    Only the server may see `seed`, `state`, `undo` and `nonces` until the round `is_open`.
    `visible` has the number of changes in this match that spectators could see, then the number for
    each seat. Pages show this number. A move that only one seat sees therefore changes nothing for
    others.
    """

    match = models.ForeignKey(
        Match,
        on_delete=models.CASCADE,
        related_name="rounds",
        verbose_name=_("match"),
        db_index=False,
    )
    number = models.PositiveSmallIntegerField(_("number"))
    seed = models.BinaryField()
    commitment = models.CharField(_("commitment"), max_length=64)
    nonces = models.JSONField(_("nonces of the seats"), default=list)
    start = models.JSONField(null=True)
    """`games.kernel.contract.Start`; null until the cards are dealt."""
    opening = models.JSONField(default=list)
    """The events of the deal."""
    state = models.TextField(blank=True)
    undo = models.TextField(blank=True)
    """`games.kernel.session.Undo`: the step that the seat that moved last may take back."""
    version = models.PositiveIntegerField(default=0)
    """The number of the last move."""
    rev = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    """Number of changes, besides moves, of anything that a move depends on: the round itself, seats
    and their holders, the match, pauses, standing orders. Only the database writes it.
    """
    drawn = models.PositiveIntegerField(_("chance drawn"), default=0)
    """The number of chance draws used so far."""
    visible = models.JSONField(default=list)
    glances = models.JSONField(default=list)
    """`matches.engine.view.SeatSummary` for each seat, so lists of matches do not decode the state.
    """
    at_ms = models.BigIntegerField(default=0)
    outcome = models.JSONField(null=True)
    announced_at = models.DateTimeField(_("announced"), auto_now_add=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="one_round_a_number"),
        )

    def __str__(self) -> str:
        return f"round {self.number} of {self.match_id}"

    @property
    def is_open(self) -> bool:
        """Return whether all its secrets may be known: it is over, and its match is not sealed."""
        return self.outcome is not None and not self.match.is_sealed


class Move(models.Model):
    """An accepted action. The table is append-only: the database refuses changes and gaps.

    `seat` is null for an action of the table (a deadline). `key` and `body` let a repeated request
    find its move again, even in a later round.
    """

    round = models.ForeignKey(
        Round,
        on_delete=models.PROTECT,
        related_name="moves",
        verbose_name=_("round"),
        db_index=False,
    )
    number = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(null=True)
    action = models.JSONField()
    events = models.JSONField()
    key = models.CharField(max_length=64, blank=True)
    body = models.CharField(max_length=64, blank=True)
    at_ms = models.BigIntegerField()

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("round", "number"), name="one_move_a_number"),
            models.UniqueConstraint(
                fields=("round", "seat", "key"), condition=~Q(key=""), name="one_move_a_key"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="moves_count_from_one"),
        )

    def __str__(self) -> str:
        return f"move {self.number}"
