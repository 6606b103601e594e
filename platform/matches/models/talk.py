"""Models of the chat at a table; a message is not a move."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.line_fields import LineField
from games.kernel.contract import N_

PRESETS: dict[str, str] = {
    "hello": N_("Hello"),
    "good-luck": N_("Good luck"),
    "well-played": N_("Well played"),
    "good-game": N_("Good game"),
    "thank-you": N_("Thank you"),
    "a-moment": N_("Sorry, a moment"),
    "oops": N_("Oops"),
    "good-night": N_("Good night"),
}
"""Preset messages by slug; each reader gets them in the language of the page."""


class Message(models.Model):
    """A message that a person wrote at a table, as free text or as one of the `PRESETS`.

    `round`: the number of the running round, null if there was none. It is not a foreign key, so a
    message never waits for the lock of a move. `seat`: null for a spectator. `key` lets a repeated
    request find its message again. Only `services.talk` writes here.
    """

    match = models.ForeignKey(
        "matches.Match",
        on_delete=models.CASCADE,
        related_name="messages",
        verbose_name=_("match"),
    )
    round = models.PositiveSmallIntegerField(_("round"), null=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="messages",
        verbose_name=_("author"),
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    text = LineField(_("own words"), max_length=280, blank=True)
    preset = models.SlugField(_("preset"), max_length=20, blank=True)
    at = models.DateTimeField(_("sent"))
    key = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("id",)
        indexes = (
            models.Index(fields=("match", "id"), name="messages_of_a_match"),
            models.Index(fields=("author", "at"), name="messages_by_author"),
        )
        constraints = (
            models.UniqueConstraint(fields=("match", "key"), name="one_message_a_key"),
            models.CheckConstraint(
                condition=~Q(text="", preset="") & (Q(text="") | Q(preset="")),
                name="own_words_or_a_preset",
            ),
        )

    def __str__(self) -> str:
        return f"message {self.pk}"
