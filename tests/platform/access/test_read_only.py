"""A database that takes no writes: a full disk, a standby, or a server that was made read-only.

Pages are still shown. A request that needs a write gets a 503 with a time to retry, never a 500.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from tests.platform.access.matrix import letter, read
from tests.platform.access.world import every_pattern, quiet_world

pytestmark = pytest.mark.django_db(transaction=True)

WHO = "nup"
WITH_A_WRITE = {
    "accounts:sign_in_by_passkey": "the challenge for the passkey is stored in the session",
    "accounts:sign_ins": "the browser's row is created when its list is shown",
    "moderation:decisions": "showing them marks them as read",
    "daily:today": "the first request fixes the deal of the day",
    "daily:day": "the same",
    "friends:friends": "the user's link is created when it is first shown",
}
"""Pages that write before they are shown, with the reason."""


@contextmanager
def read_only() -> Iterator[None]:
    """Refuse all writes of the database in this block."""
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = off")


def test_pages_are_shown_and_nothing_is_an_error_of_ours(settings: Any) -> None:
    lines, wrong, away = read(), [], set()
    with quiet_world(settings) as there, read_only():
        for name, pattern in every_pattern():
            if name.startswith("admin:"):
                continue
            address = there.address(name, pattern)
            for who in WHO:
                for method in ("GET", "POST"):
                    wanted = lines[name].expected(method, who)
                    found = letter(there.ask(who, method, address))
                    if (method, wanted, found) == ("GET", ".", "!"):
                        away.add(name)
                    elif found not in (wanted, "!"):
                        wrong.append(f"{name} {method} {who}: {wanted} expected, {found} found")
            cache.clear()
    assert wrong == []
    assert away == set(WITH_A_WRITE)
