"""Fixtures for the tests of Siebenschläfer."""

from __future__ import annotations

import pytest

from games.siebenschlaefer import GAME
from tests.games.siebenschlaefer import scene


@pytest.fixture(params=GAME.meta.revisions, ids="revision {}".format)
def every_revision(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run the test under each revision; return the present one."""
    revision: int = request.param
    monkeypatch.setattr(scene, "REVISION", revision)
    return revision
