"""Fixtures for the tests of Sleeping Queens."""

from __future__ import annotations

import pytest

from games.sleeping_queens import GAME
from tests.games.sleeping_queens import scene


@pytest.fixture(params=GAME.meta.revisions, ids="revision {}".format)
def every_revision(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run the test under each revision; return the present one."""
    revision: int = request.param
    monkeypatch.setattr(scene, "REVISION", revision)
    return revision
