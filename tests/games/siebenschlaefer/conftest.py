"""What the tests of Siebenschläfer share."""

from __future__ import annotations

import pytest

from games.siebenschlaefer import GAME
from tests.games.siebenschlaefer import scene


@pytest.fixture(params=GAME.meta.revisions, ids="revision {}".format)
def every_revision(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """The test is run under each revision; returned is the present one."""
    revision: int = request.param
    monkeypatch.setattr(scene, "REVISION", revision)
    return revision
