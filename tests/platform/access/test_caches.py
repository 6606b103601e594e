"""No cache on the way, nor a browser that is somebody else's next, keeps what was shown to somebody.

A private match's moves, and its proof, came without a word on that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.platform.access.world import World, every_pattern, quiet_world

pytestmark = pytest.mark.django_db

SAME_FOR_ALL = {"pages:service_worker", "pages:robots"}
"""What any cache may keep, if it asks whether it is still true."""


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
