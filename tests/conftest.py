"""What every test may use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_cached(request: pytest.FixtureRequest) -> Iterator[None]:
    """The cache is not rolled back like the database: leave it empty for the next test."""
    yield
    if "db" in request.fixturenames or "transactional_db" in request.fixturenames:
        cache.clear()


@pytest.fixture
def socket_headers() -> list[tuple[bytes, bytes]]:
    """What a browser on our own page sends along when it opens a socket."""
    return [(b"host", b"testserver"), (b"origin", b"http://testserver")]
