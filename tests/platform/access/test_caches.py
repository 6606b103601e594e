"""No cache and no later user of a browser gets a page that was meant for one person.

This includes a private match's moves and its proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.platform.access.world import World, every_pattern, quiet_world

pytestmark = pytest.mark.django_db

SAME_FOR_ALL = {"pages:service_worker", "pages:robots"}
"""Pages that any cache may store, if it revalidates them."""


@pytest.fixture
def there(settings: Any) -> Iterator[World]:
    """Everything that an address can name."""
    with quiet_world(settings) as made:
        yield made


def test_what_depends_on_who_asks_is_kept_by_nobody(there: World) -> None:
    kept, shared = [], set()
    for name, pattern in every_pattern():
        address = there.address(name, pattern)
        for who in "np":
            answer = there.ask(who, "GET", address)
            rule = answer.headers.get("Cache-Control", "")
            if rule == "no-cache" and answer.status_code == 200:
                shared.add(name)
            elif not {"private", "no-store"} & set(rule.split(", ")):
                kept.append((name, who, answer.status_code, rule))
    assert not kept
    assert shared == SAME_FOR_ALL
