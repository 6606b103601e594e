"""Rules versions: the published editions of a game's rules, which never change."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class RulesVersion(models.Model):
    """An edition of a game's rules: revision of the code, options, data. It never changes.

    The database refuses changes of a published row, except of `offered` (migration 0001). The row
    with the default options represents its revision.
    """

    game = models.SlugField(_("game"), max_length=40)
    version = models.PositiveIntegerField(_("version"))
    revision = models.PositiveSmallIntegerField(_("revision"))
    options = models.JSONField(_("options"), default=dict)
    data = models.CharField(max_length=64, blank=True)
    published = models.DateTimeField(_("published"), null=True, blank=True)
    notes = models.TextField(_("what is new"), blank=True)
    offered = models.BooleanField(_("offered at new tables"), default=True)
    """True if new tables may choose it; matches that use it continue in any case."""

    class Meta:
        verbose_name = _("rules version")
        verbose_name_plural = _("rules versions")
        constraints = (
            models.UniqueConstraint(fields=("game", "version"), name="one_row_a_version"),
            models.UniqueConstraint(
                fields=("game", "revision", "options", "data"), name="one_version_a_combination"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.version}"
