"""Highlights of finished rounds: kinds of events that the game has, each with its own label."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.kernel import registry

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_highlights_are_events_of_the_game(slug: str) -> None:
    highlights = registry.games()[slug].meta.highlights
    said = (ROOT / "templates" / "games" / slug / "event.html").read_text("utf-8")
    kinds = set(re.findall(r'kind == "(\w+)"', said))
    assert highlights
    assert {one.kind for one in highlights} <= kinds
    assert len({one.label for one in highlights}) == len(highlights)
