"""Find the host of a new table: the user of this browser, or a new guest."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User
from accounts.sessions import user_or_guest
from core import rate_limits
from matches import limits


def host_or_guest(request: HttpRequest) -> User:
    """Return `user_or_guest` for the user who opens a table.

    Raises:
        Refused: those of `user_or_guest`; `rate_limited` for too many tables, too.
    """
    host = user_or_guest(request)
    rate_limits.check_attempts(limits.TABLES_OPENED.counter(str(host.pk)))
    return host
