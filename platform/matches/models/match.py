"""A match: its agreed settings, its status and its result."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from core import clock
from matches.models.rules import RulesVersion


def new_token() -> str:
    """Return an invitation that cannot be guessed (at least 128 bits)."""
    return get_random_string(24)


class Match(models.Model):
    """People and bots who play one game until it is decided."""

    class Talk(models.TextChoices):
        ON = "on"
        PRESETS = "presets"
        OFF = "off"

    class Rulings(models.TextChoices):
        NONE = "none"
        POINTS = "points"

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        ABORTED = "aborted"

    OVER = (Status.FINISHED, Status.ABORTED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.SlugField(_("game"), max_length=40)
    rules = models.ForeignKey(
        RulesVersion,
        on_delete=models.PROTECT,
        related_name="matches",
        verbose_name=_("rules version"),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("host"),
    )
    public = models.BooleanField(_("public"), default=False)
    talk = models.CharField(_("chat"), max_length=10, choices=Talk, default=Talk.ON)
    rated = models.BooleanField(_("rated"), default=False)
    """True if its result counts for ratings."""
    practice = models.BooleanField(_("practice"), default=False, db_default=False, editable=False)
    """True if its cards were known, so its result does not count at all."""
    rulings = models.CharField(
        _("effect of rulings"), max_length=10, choices=Rulings, default=Rulings.NONE
    )
    """The effect of a court ruling on a dispute of this match: none, or points."""
    welcomes_bots = models.BooleanField(
        _("open to third-party bots"), default=False, db_default=False
    )
    """True if an account that a program plays for may take a seat that is free for all users."""
    quick = models.BooleanField(_("quick match"), default=False)
    """True if a quick match opened it: the next user who requests one gets a seat here."""
    invite = models.CharField(max_length=32, unique=True, default=new_token)
    tempo = models.SlugField(_("tempo"), max_length=20)
    pace = models.JSONField()
    """`tempos.pace_of` the tempo when the match opened: limits and bank in milliseconds."""
    target = models.JSONField(_("target"), default=dict)
    """`games.kernel.contract.Target`."""
    changes = models.PositiveIntegerField(default=1)
    """Number of changes of the table that everyone sees: a user took a seat, got ready or left."""
    dismissed = models.JSONField(default=list)
    """The ids of users whom the host sent away; they may not take a seat again."""
    rematch_of = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rematch",
        verbose_name=_("rematch of"),
    )
    occasion = models.JSONField(default=dict, blank=True, editable=False)
    """The occasion of the match (`matches.present.occasion`); empty if people opened the table."""
    sealed_until = models.DateTimeField(_("sealed until"), null=True, editable=False)
    """Its secrets stay closed until then, even after its rounds, because other tables get the same
    cards.
    """
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)
    started_at = models.DateTimeField(_("first dealt"), null=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)
    standing = models.JSONField(_("standing"), null=True, editable=False)
    """`games.kernel.contract.Standing` at the end, as it was played."""
    result = models.JSONField(_("result"), null=True, editable=False)
    """The `Standing` that counts, after all corrections; null if the match does not count."""

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = (
            models.Index(fields=("status", "created_at"), name="matches_by_status"),
            models.Index(
                fields=("-finished_at",),
                condition=Q(finished_at__isnull=False),
                name="matches_by_end",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    @property
    def is_sealed(self) -> bool:
        """Return whether the secrets of its rounds are still closed, even if the rounds are over."""
        return self.sealed_until is not None and clock.now() < self.sealed_until
