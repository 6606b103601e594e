"""The user of a table's page, according to its browser's session and to the accounts.

Pages are notified of sign-outs and of devices that are handed on, but a message may be lost. The
server therefore checks the database for every request of a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from matches.present import pushes
from matches.present.pushes import Account, Gone, Watcher
from matches.store.snapshot import SeatView, Table
from matches.web import access, one_device


def check_viewer(scope: Mapping[str, Any], table: Table, watcher: Watcher) -> None:
    """Check that this page may still be this viewer. `scope`: of its socket.

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
    """Return whether the device was shared, or handed on, since the page connected."""
    session, owner = _session_now(scope), scope["user"]
    user_id = access.user_id_of(one_device.user_at(session, owner, table))
    now = (user_id, one_device.shows_owner(session, owner, table))
    return now != (watcher.user_id, watcher.lends)


def seats_now(scope: Mapping[str, Any], table: Table) -> tuple[SeatView, ...]:
    """Return the seats of the people at this page's device; empty if it is not shared."""
    return one_device.seats_at(_session_now(scope), scope["user"], table)


def _session_now(scope: Mapping[str, Any]) -> Any:
    """Return the session as it is now: that of the socket is as old as its connection."""
    known = scope["session"]
    return type(known)(known.session_key)


def account_of(user: access.Somebody) -> Account | None:
    """Return the account of this user, or None for a visitor."""
    return Account(user.pk, user.epoch) if isinstance(user, User) else None


def epoch_of(user: access.Somebody) -> int:
    """Return the epoch of this user, or 0 for a visitor."""
    return user.epoch if isinstance(user, User) else 0
