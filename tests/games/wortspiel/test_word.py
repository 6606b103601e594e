"""Actions that may be taken back (RULES.md 5.10)."""

from __future__ import annotations

import pytest

from tests.games.contract.words import kinds_taken_back


@pytest.mark.parametrize("mode", ["live", "sealed"])
def test_a_vote_and_being_ready_may_be_taken_back(mode: str) -> None:
    """RULES.md 5.10."""
    assert kinds_taken_back("wortspiel", {"race_mode": mode}) == {"Ready", "Vote"}
