"""A round and its log of moves."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models.match import Match


class Round(models.Model):
    """One deal, from shuffle to scoring.

    `seed`, `state`, `undo` and `nonces` are the server's alone until the round `is_open`. `visible` counts
    for the spectators and then for each seat how many changes they could see in this match: the
    number that a page shows, so that a move which only one seat sees changes nothing elsewhere.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="rounds", verbose_name=_("match")
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
    """`games.kernel.session.Undo`: what the seat that moved last may take back."""
    version = models.PositiveIntegerField(default=0)
    """The number of the last move."""
    drawn = models.PositiveIntegerField(_("chance drawn"), default=0)
    """How many chance draws have been used."""
    visible = models.JSONField(default=list)
    glances = models.JSONField(default=list)
    """`matches.engine.view.SeatSummary` for each seat, so that lists of matches need to decode no state."""
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
        """Whether everything of it may be known: it is over, and its match not sealed."""
        return self.outcome is not None and not self.match.is_sealed


class Move(models.Model):
    """An action that was accepted. Append-only: the database refuses changes and gaps.

    `seat` is null for what the table did (a deadline). `key` and `body` make a repeated request
    find its move again, also in a later round.
    """

    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="moves", verbose_name=_("round")
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
