"""One fleet for all tests that use it from outside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.deploy.fleet import Fleet


@pytest.fixture(scope="package")
def fleet() -> Iterator[Fleet]:
    """All processes of compose, behind nginx with TLS."""
    fleet = Fleet()
    try:
        fleet.open()
        yield fleet
    finally:
        fleet.close()
