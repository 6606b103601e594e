"""People at the tables of these tests."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.platform.matches.cast import person


@pytest.fixture
def alice() -> User:
    return person("Alice")


@pytest.fixture
def bob() -> User:
    return person("Bob")


@pytest.fixture
def dora() -> User:
    return person("Dora")
