"""Decide who may still act through a connection that is open: revoke, ban, unban."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from accounts.models import User
from core.signals import user_gone, user_revoked


@transaction.atomic
def revoke_connections(user: User) -> None:
    """Make every open connection of this user void, until it has found its session to be good still.

    So end first, in the same transaction or before it, whatever sessions are to end.
    """
    User.objects.filter(pk=user.pk).update(epoch=F("epoch") + 1)
    user.refresh_from_db(fields=["epoch"])
    user_id, epoch = user.pk, user.epoch
    transaction.on_commit(
        lambda: user_revoked.send_robust(sender=User, user_id=user_id, epoch=epoch), robust=True
    )


@transaction.atomic
def ban_user(user: User) -> None:
    """Shut somebody out: no sign-in, no open session, no open connection, no seat of their own."""
    user.is_active = False
    user.save(update_fields=["is_active"])
    revoke_connections(user)
    user_id = user.pk
    transaction.on_commit(lambda: user_gone.send_robust(sender=User, user_id=user_id), robust=True)


def unban_user(user: User) -> None:
    """Let somebody back in; they have to sign in anew. Who is gone for good stays gone."""
    if user.gone_at is not None:
        return
    user.is_active = True
    user.save(update_fields=["is_active"])
