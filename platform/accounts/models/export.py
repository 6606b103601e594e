"""What somebody wants to take along of all that the platform knows of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string


def new_token() -> str:
    """A link that cannot be guessed (128 bits and more)."""
    return get_random_string(24)


class Export(models.Model):
    """One's data as a file, made part by part. Only `services.export_data` writes here."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="exports"
    )
    token = models.CharField(max_length=32, unique=True, default=new_token)
    asked_at = models.DateTimeField()
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField()
    """How many parts are ready, of how many."""
    file = models.BinaryField(null=True)
    """JSON, compressed by gzip; null until it is ready."""
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
