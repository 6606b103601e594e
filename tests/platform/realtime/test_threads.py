"""The threads of sockets keep their connections, unless pages would have none left."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connections

from realtime.threads import WORTH_KEEPING, in_thread


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, True),
        ({"pool": {"max_size": WORTH_KEEPING}}, True),
        ({"pool": {"max_size": WORTH_KEEPING - 1}}, False),
    ],
)
@pytest.mark.django_db(transaction=True)
async def test_a_small_pool_has_its_connections_back(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], kept: bool
) -> None:
    def ask() -> Any:
        connections["default"].ensure_connection()
        return connections["default"]

    databases = {"default": {"OPTIONS": options}}
    monkeypatch.setattr("realtime.threads.settings", SimpleNamespace(DATABASES=databases))
    of_thread = await in_thread(ask)()
    assert (of_thread.connection is not None) is kept
