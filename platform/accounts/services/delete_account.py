"""The deletion of an account: anonymised at once, permanently."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from accounts.services.anonymise_user import anonymise_user
from core.refusals import refused


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete an account: a number remains in the matches of others, and a bot continues to play
    where needed.

    Raises:
        Refused: `last_administrator`: the server needs an administrator.
    """
    # Locks all of them in one order, so that the last two cannot both go at once.
    keepers = User.objects.select_for_update(no_key=True).order_by("pk")
    others = keepers.filter(is_superuser=True, is_active=True)
    if user.is_superuser and [one.pk for one in others] == [user.pk]:
        raise refused("last_administrator")
    present = keepers.get(pk=user.pk)
    if present.gone_at is None:
        anonymise_user(present)
