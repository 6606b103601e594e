"""Tokens, by which programs act for a user."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.line_fields import LineField


class Scope(models.TextChoices):
    """The scopes of a token."""

    READ = "read", _("read what you can see")
    PLAY = "play", _("play as a bot")
    ORGANISE = "organise", _("organise your leagues")


class Token(models.Model):
    """A token of a user. The token's text is not stored, only its digest (SHA-256)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="api_tokens",
        verbose_name=_("user"),
    )
    name = LineField(_("name"), max_length=40)
    scopes = models.JSONField(_("allowed to"), default=list)
    """Values of `Scope`."""
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), editable=False)
    used_at = models.DateTimeField(_("last used"), null=True, editable=False)
    used_from = models.CharField(_("last used from"), max_length=45, blank=True, editable=False)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.name
