"""Delete one's account: anonymised at once, and for good."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from accounts.services.anonymise_user import anonymise_user
from core.refusals import refused


@transaction.atomic
def delete_account(user: User) -> None:
    """Nothing is left but a number in the matches of others; a bot plays on where it has to.

    Raises:
        Refused: `last_administrator`: somebody has to administer the server.
    """
    # All of them in one order, so that the last two cannot both go at once.
    keepers = User.objects.select_for_update(no_key=True).order_by("pk")
    others = keepers.filter(is_superuser=True, is_active=True)
    if user.is_superuser and [one.pk for one in others] == [user.pk]:
        raise refused("last_administrator")
    present = keepers.get(pk=user.pk)
    if present.gone_at is None:
        anonymise_user(present)
