"""The cost of the boards of a move: numbers of rendered templates and of bytes, and not a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import fmean
from typing import Any

import pytest

from core.rendering import cache
from core.rendering.fragments import Board, Page
from matches.present.board import draw_board
from matches.store.load_match import load_table
from realtime.sockets import encode_message
from tests.platform.matches.cast import act, dealt, person

PLAYERS = 4
MOVES = 40
MOST_BYTES = 2_000
"""Bytes a move for a player, without compression: about 1,450. Whole fragments took 3,600."""
MOST = 11
"""Renderings a move for all four players, without the sentences of its events."""

pytestmark = pytest.mark.django_db


def test_a_move_renders_few_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four players of Sleeping Queens: what a move leaves alone is not drawn, and nothing twice."""
    rendered: Counter[str] = Counter()
    render = cache.render

    def counted(name: str, given: dict[str, Any]) -> Any:
        rendered[name] += 1
        return render(name, given)

    for move, _ in enumerate(boards_of_moves()):
        if not move:
            monkeypatch.setattr(cache, "render", counted)
    del rendered["games/sleeping_queens/event.html"]
    assert rendered.total() / move <= MOST, rendered.most_common()


def test_a_move_sends_what_changed() -> None:
    """Four players of Sleeping Queens: a changed part is sent as the difference."""
    pages = dict.fromkeys(range(PLAYERS), Page())
    sizes: list[int] = []
    for boards in boards_of_moves():
        for seat, board in boards.items():
            changes, pages[seat] = pages[seat].update(board)
            if changes and "content" not in changes:
                sizes.append(len(encode_message(changes)))
    assert fmean(sizes) <= MOST_BYTES


def boards_of_moves() -> Iterator[dict[int, Board]]:
    """Yield the boards of all players before each move of a round."""
    match = dealt(*[person(f"Anna{number}") for number in range(PLAYERS)])
    boards: dict[int, Board] = {}
    for _ in range(MOVES):
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
        yield boards
        act(match)
