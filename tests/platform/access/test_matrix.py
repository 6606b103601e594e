"""Every address with everybody there is, as `matrix.txt` says; no address answers a 500 to anybody."""

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
"""Those who differ most; `make soak` asks for all."""
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
        # What is neither is as one of the two, or no such method.
        for one in "nr" if asked is THOROUGHLY else "":
            also = {line.expected("GET", one), line.expected("POST", one), "m"}
            if (other := answered(there, one, "PUT", address)) not in also:
                wrong.append(f"{name} PUT {one}: {other} found")
        cache.clear()
    assert not wrong, "\n".join(wrong)


def answered(there: World, who: str, method: str, address: str) -> str:
    """The letter of the answer; what came of it is undone."""
    mark = transaction.savepoint()
    try:
        return letter(there.ask(who, method, address))
    finally:
        transaction.savepoint_rollback(mark)
