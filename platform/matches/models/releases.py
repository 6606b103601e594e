"""Releases of a game's data that were made here: this server's own, and the rulings of the court."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Release(models.Model):
    """The files of a release in the game's folder (`base`, by its hash) and these beside them.

    Never changed: the database refuses it (migration 0001). Rules versions pin it by `hash`, which
    is that of all its files (`core.data_releases`).
    """

    game = models.SlugField(_("game"), max_length=40)
    hash = models.CharField(max_length=64)
    base = models.CharField(max_length=64, blank=True)
    files = models.JSONField()
    """Name to text."""
    published = models.DateTimeField(_("published"))

    class Meta:
        verbose_name = _("data release")
        verbose_name_plural = _("data releases")
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("game", "hash"), name="one_release_a_hash"),)

    def __str__(self) -> str:
        return f"{self.game} {self.hash[:8]}"
