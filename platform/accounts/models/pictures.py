"""The pictures that users uploaded."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _


def new_picture_token() -> str:
    """Return the random name of a picture; it changes with each upload, so caches may keep it."""
    return get_random_string(24)


class UploadedPicture(models.Model):
    """The picture that a user uploaded, as our own WebP; `User.picture` names it.

    It is small, so it is in the database: no host needs a place for files.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="uploaded_picture",
    )
    token = models.CharField(max_length=24, unique=True, default=new_picture_token)
    image = models.BinaryField(max_length=40_000)
    at = models.DateTimeField(_("uploaded"), auto_now=True)

    def __str__(self) -> str:
        return f"picture of {self.user_id}"
