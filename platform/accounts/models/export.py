"""The exports of a user's data."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string


def new_token() -> str:
    """Return a token for a link that cannot be guessed (128 bits and more)."""
    return get_random_string(24)


class Export(models.Model):
    """A user's data as a file, created part by part. Only `services.export_data` writes here."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="exports"
    )
    token = models.CharField(max_length=32, unique=True, default=new_token)
    asked_at = models.DateTimeField()
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField()
    """The number of parts; `done` of them are ready."""
    file = models.BinaryField(null=True)
    """JSON, compressed by gzip; null until the export is complete."""
    expires_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=("user",), condition=models.Q(file=None), name="one_export_at_a_time"
            ),
        )

    def __str__(self) -> str:
        return f"{self.done} of {self.total} for {self.user_id}"
