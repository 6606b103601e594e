"""The cost of drawing the boards of a move: a number of rendered templates, and not a time."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core.rendering import cache
from core.rendering.fragments import Board
from matches.present.board import draw_board
from matches.store.load_match import load_table
from tests.platform.matches.cast import act, dealt, person

MOVES = 40
MOST = 16
"""Renderings a move for all four players, without the sentences of its events."""

pytestmark = pytest.mark.django_db


def test_a_move_renders_few_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four players of Sleeping Queens: what a move leaves alone is not drawn, and nothing twice."""
    rendered: Counter[str] = Counter()
    render = cache.render

    def counted(name: str, given: dict[str, Any]) -> Any:
        rendered[name] += 1
        return render(name, given)

    match = dealt(*[person(name) for name in ("Anna", "Bo", "Cleo", "Dora")])
    boards: dict[int, Board] = {}
    for move in range(MOVES):
        table = load_table(match.pk)
        if table.live is None or table.live.over:
            break
        for seat in table.seats:
            boards[seat.number] = draw_board(
                table,
                seat.number,
                user_id=seat.user_id,
                language="en",
                before=boards.get(seat.number),
            )
        if not move:
            monkeypatch.setattr(cache, "render", counted)
        act(match)
    del rendered["games/sleeping_queens/event.html"]
    assert rendered.total() / move <= MOST, rendered.most_common()
