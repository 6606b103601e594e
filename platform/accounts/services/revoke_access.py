"""Access through open connections: revoke, ban, unban."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from accounts.models import User
from core.signals import user_gone, user_revoked


@transaction.atomic
def revoke_connections(user: User) -> None:
    """Invalidate every open connection of this user until it has checked that its session is still
    valid.

    End the affected sessions first, in the same transaction or before it.
    """
    User.objects.filter(pk=user.pk).update(epoch=F("epoch") + 1)
    user.refresh_from_db(fields=["epoch"])
    user_id, epoch = user.pk, user.epoch
    transaction.on_commit(
        lambda: user_revoked.send_robust(sender=User, user_id=user_id, epoch=epoch), robust=True
    )


@transaction.atomic
def ban_user(user: User) -> None:
    """Ban a user: no sign-in, no session, no open connection, no seat of their own."""
    user.is_active = False
    user.save(update_fields=["is_active"])
    revoke_connections(user)
    user_id = user.pk
    transaction.on_commit(lambda: user_gone.send_robust(sender=User, user_id=user_id), robust=True)


def unban_user(user: User) -> None:
    """Lift a ban; the user has to sign in again. A deleted account stays deleted."""
    if user.gone_at is not None:
        return
    user.is_active = True
    user.save(update_fields=["is_active"])
