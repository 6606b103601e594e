"""Every address answers every kind of visitor as `matrix.txt` says, and never with a 500."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.platform.access.matrix import EVERYBODY, IN_ADMIN, letter, read
from tests.platform.access.world import World, every_pattern, quiet_world

pytestmark = pytest.mark.django_db

BRIEFLY = {"site": "nupmw", "admin": "ar"}
"""The visitors who differ most; `make soak` tests all."""
THOROUGHLY = {"site": EVERYBODY, "admin": IN_ADMIN}


@pytest.fixture
def there(settings: Any) -> Iterator[World]:
    """Everything that an address can name."""
    with quiet_world(settings) as made:
        yield made


def test_every_address_has_its_line() -> None:
    assert {name for name, _ in every_pattern()} == set(read())


@pytest.mark.parametrize("part", ["site", "admin"])
@pytest.mark.parametrize(
    "asked", [BRIEFLY, pytest.param(THOROUGHLY, marks=pytest.mark.soak)], ids=["some", "all"]
)
def test_who_is_answered_what(there: World, asked: dict[str, str], part: str) -> None:
    lines, wrong = read(), []
    for name, pattern in every_pattern():
        if name.startswith("admin:") is not (part == "admin"):
            continue
        line, address = lines[name], there.address(name, pattern)
        for method in ("GET", "POST"):
            never = set(line.get if method == "GET" else line.post) == {"m"}
            who = "nr" if never else asked[part]
            found = "".join(answered(there, one, method, address) for one in who)
            expected = "".join(line.expected(method, one) for one in who)
            if found != expected:
                wrong.append(f"{name} {method} {who}: {expected} expected, {found} found")
        # Other methods are treated as one of the two, or refused.
        for one in "nr" if asked is THOROUGHLY else "":
            also = {line.expected("GET", one), line.expected("POST", one), "m"}
            if (other := answered(there, one, "PUT", address)) not in also:
                wrong.append(f"{name} PUT {one}: {other} found")
        cache.clear()
    assert not wrong, "\n".join(wrong)


def answered(there: World, who: str, method: str, address: str) -> str:
    """Return the letter of the answer, and undo the effects of the request."""
    mark = transaction.savepoint()
    try:
        return letter(there.ask(who, method, address))
    finally:
        transaction.savepoint_rollback(mark)
