"""Releases of a game's data that were made on this server, with the rulings of the court."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Release(models.Model):
    """A release: the files of a release in the game's folder (`base`, by its hash), and additional
    files.

    It never changes: the database refuses it (migration 0001). Rules versions pin it by `hash`,
    the hash of all its files (`core.data_releases`).
    """

    game = models.SlugField(_("game"), max_length=40)
    hash = models.CharField(max_length=64)
    base = models.CharField(max_length=64, blank=True)
    files = models.JSONField()
    """Text by file name."""
    published = models.DateTimeField(_("published"))

    class Meta:
        verbose_name = _("data release")
        verbose_name_plural = _("data releases")
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("game", "hash"), name="one_release_a_hash"),)

    def __str__(self) -> str:
        return f"{self.game} {self.hash[:8]}"
