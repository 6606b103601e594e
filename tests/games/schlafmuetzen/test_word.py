"""Schlafmützen has nothing to take back (RULES.md 4.9)."""

from __future__ import annotations

import pytest

from tests.games.contract.words import kinds_taken_back


@pytest.mark.parametrize("mode", ["table", "strict"])
def test_nothing_is_taken_back(mode: str) -> None:
    """RULES.md 4.9."""
    assert kinds_taken_back("schlafmuetzen", {"error_mode": mode}) == set()
