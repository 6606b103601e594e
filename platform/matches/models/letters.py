"""The common part of messages outside of tables: about a league's fixture, and in a club."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.line_fields import LineField


class Letter(models.Model):
    """A message of an `author` to the other people of a place."""

    text = LineField(_("own words"), max_length=280)
    at = models.DateTimeField(_("sent"))

    class Meta:
        abstract = True
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("id",)

    def __str__(self) -> str:
        return f"message {self.pk}"
