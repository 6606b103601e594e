"""A match: what was agreed, where it stands and what came of it."""

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
    """An invitation that cannot be guessed (128 bits and more)."""
    return get_random_string(24)


class Match(models.Model):
    """People and bots who sit down to play one game until it is decided."""

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
    """Whether its result counts for ratings."""
    practice = models.BooleanField(_("practice"), default=False, db_default=False, editable=False)
    """Its cards were known, so its result counts for nothing at all."""
    rulings = models.CharField(
        _("effect of rulings"), max_length=10, choices=Rulings, default=Rulings.NONE
    )
    """What a ruling of the court on a dispute of this match moves: nothing, or points."""
    welcomes_bots = models.BooleanField(
        _("open to third-party bots"), default=False, db_default=False
    )
    """Whether an account for which a program plays may take a seat that is free for everybody."""
    quick = models.BooleanField(_("quick match"), default=False)
    """Opened by a quick match: the next who asks for one is seated here."""
    invite = models.CharField(max_length=32, unique=True, default=new_token)
    tempo = models.SlugField(_("tempo"), max_length=20)
    pace = models.JSONField()
    """`tempos.pace_of` the tempo when the match opened: limits in milliseconds, and the bank."""
    target = models.JSONField(_("target"), default=dict)
    """`games.kernel.contract.Target`."""
    changes = models.PositiveIntegerField(default=1)
    """How often the table itself changed for everyone: somebody sat down, got ready, left."""
    dismissed = models.JSONField(default=list)
    """The ids of users whom the host has sent away; they may not sit down again."""
    rematch_of = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rematch",
        verbose_name=_("rematch of"),
    )
    occasion = models.JSONField(default=dict, blank=True, editable=False)
    """What it is played for (`matches.present.occasion`); empty where people laid the table."""
    sealed_until = models.DateTimeField(_("sealed until"), null=True, editable=False)
    """Until then its secrets stay secret even when its rounds are over, as others are dealt the same."""
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)
    started_at = models.DateTimeField(_("first dealt"), null=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)
    standing = models.JSONField(_("standing"), null=True, editable=False)
    """`games.kernel.contract.Standing` at the end, as it was played."""
    result = models.JSONField(_("result"), null=True, editable=False)
    """What counts, a `Standing`, too: after all corrections; null if the match does not count."""

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
        """Whether what its rounds keep secret opens to nobody yet, also when they are over."""
        return self.sealed_until is not None and clock.now() < self.sealed_until
