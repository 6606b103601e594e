"""In a race of the Wortspiel, a card changes little of the board."""

from __future__ import annotations

from typing import Any

import pytest

from core.rendering.fragments import Page
from matches.present.board import draw_board
from matches.store.load_match import load_table
from tests.platform.matches.cast import act, dealt, person
from tests.sure import sure

pytestmark = pytest.mark.django_db


def test_a_card_sends_its_pile_and_no_other() -> None:
    """The others, and the panel for a word, do not change."""
    match = dealt(*map(person, ("Anna", "Bo", "Cleo")), game="wortspiel", public=True)
    before = load_table(match.pk)
    boards = {
        viewer: draw_board(before, viewer, user_id=None, language="en")
        for viewer in (None, 0, 1, 2)
    }
    act(match)
    table = load_table(match.pk)
    observation: Any = sure(table.live).observe(None)
    assert observation.last
    for viewer, board in boards.items():
        changed, _ = Page(board).update(draw_board(table, viewer, user_id=None, language="en"))
        piles = {name for name in changed["fragments"] if name.startswith("pile-")}
        assert piles == {f"pile-{observation.last.pile}"}
        assert "circle" in changed["attributes"]
        assert ("lay" in changed["attributes"]) == (viewer is not None)
        assert not {"circle", "your-word", "wording"} & changed["fragments"].keys()
