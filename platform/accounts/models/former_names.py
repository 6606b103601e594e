"""The former names of accounts."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from accounts import names
from core import clock


class FormerName(models.Model):
    """A name that an account gave up. Until it expires it leads to that account, and no other user
    gets it.

    Only `services.rename_user` writes.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_names"
    )
    name = models.CharField(max_length=names.LONGEST, editable=False)
    name_key = models.CharField(max_length=3 * names.LONGEST, unique=True, editable=False)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def is_claimed(cls, key: str, user_id: int | None) -> bool:
        """Return whether another user had a name with this key until recently."""
        others = cls.objects.filter(name_key=key, until__gt=clock.now())
        return others.exclude(user_id=user_id).exists()
