"""Rounds that a person plays by keys and by ear alone, with the words of the screen reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.kernel import registry
from tests.browser.conftest import Arrive
from tests.browser.server import Server
from tests.browser.spoken import every_file, files, read, told
from tests.browser.spoken.playing import Player


@pytest.mark.parametrize("path", every_file(), ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_is_heard_as_it_was(arrive: Arrive, server: Server, path: Path) -> None:
    """After an intended change, run `make spoken`, and read the diff as a blind player would hear
    it.
    """
    setup, steps = read(path)
    server.console("introduce", people=setup.people)
    player = Player(server, arrive(name=setup.people[0]), setup)
    heard = str(setup)
    for step in steps:
        heard += told(step, player.do(step))
    assert heard.splitlines() == path.read_text(encoding="utf-8").splitlines()
    assert setup.turns or player.next_move().get("over")


@pytest.mark.parametrize("slug", registry.games())
def test_a_whole_round_of_every_game_is_heard(slug: str) -> None:
    assert any(not read(path)[0].turns for path in files(slug)), (
        "Record a whole round: python -m tests.browser.spoken"
    )
