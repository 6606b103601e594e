"""Rules for the pages of every game."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.kernel import registry
from tests.games import showing
from tests.games.contract.rounds import play_round

PAGES = Path(__file__).parents[2] / "templates" / "games"


@pytest.mark.parametrize("slug", registry.games())
def test_the_drawings_take_their_colours_from_the_theme(slug: str) -> None:
    """No two drawings of a file have the same name."""
    for drawing in (PAGES / slug / "static").glob("*.svg"):
        assert not re.search(r"#[0-9a-f]{3,8}\"|rgb\(", drawing.read_text("utf-8"))
        names = [part.get("id") for part in ElementTree.parse(drawing).iter() if part.get("id")]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("slug", registry.games())
def test_the_pages_need_no_style_or_script_of_their_own(slug: str) -> None:
    pages = list((PAGES / slug).rglob("*.html"))
    assert pages
    for page in pages:
        text = page.read_text("utf-8")
        assert "style=" not in text
        assert "<script" not in text
        assert "onclick=" not in text


@pytest.mark.parametrize("slug", registry.games())
def test_when_a_round_is_over_no_card_can_be_chosen(slug: str) -> None:
    game = registry.get(slug)
    seats = game.meta.seats[0]
    played = play_round(game, seats, seed=7)
    for before, pieces in ((played.positions[0], True), (played.last, False)):
        boards = [
            showing.board(showing.context(game, played.rules, before.state, seat, seats=seats))
            for seat in range(seats)
        ]
        assert any('name="pick"' in html for html in boards) == pieces
