"""Whose page of a table it is, by its browser's session and by the accounts, and whether it still is.

Sign-outs, and devices that are handed on, are told to pages; but what is told may be lost. So whatever
a page asks or does is judged by what the database says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from matches.present import pushes
from matches.present.pushes import Account, Gone, Watcher
from matches.store.snapshot import Table
from matches.web import access, one_device


def check_viewer(scope: Mapping[str, Any], table: Table, watcher: Watcher) -> None:
    """Make sure that this page may still be this viewer. `scope`: of its socket.

    Raises:
        Gone: as `pushes.check`, or an account without a seat there, or the device, has changed.
    """
    pushes.check(table, watcher)
    owner = watcher.owner
    if owner is None:
        return
    seat = table.seat_of(owner.user_id)
    same = User.objects.filter(pk=owner.user_id, epoch=owner.epoch, is_active=True)
    if seat is None and not same.exists():
        raise Gone(revoked=True)
    shared = watcher.lends or watcher.plays or table.is_lent_by(seat)
    if shared and is_of_another(scope, table, watcher):
        raise Gone(again=True)


def is_of_another(scope: Mapping[str, Any], table: Table, watcher: Watcher) -> bool:
    """Whether its device has been shared, or handed on, since the page connected."""
    known, owner = scope["session"], scope["user"]
    session = type(known)(known.session_key)
    user_id = access.user_id_of(one_device.user_at(session, owner, table))
    now = (user_id, one_device.shows_owner(session, owner, table))
    return now != (watcher.user_id, watcher.lends)


def account_of(user: access.Somebody) -> Account | None:
    """The account of this user; None for somebody without one."""
    return Account(user.pk, user.epoch) if isinstance(user, User) else None


def epoch_of(user: access.Somebody) -> int:
    """The epoch of this user; 0 for somebody without an account."""
    return user.epoch if isinstance(user, User) else 0
