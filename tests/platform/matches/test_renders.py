"""The cost of the boards of a move: numbers of rendered templates and of bytes, and not a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import fmean
from typing import Any

import pytest

from core import clock
from core.rendering import cache
from core.rendering.fragments import Board, Page
from matches.present.board import draw_board
from matches.store.load_match import load_table
from realtime.sockets import encode_message
from tests.platform.matches.cast import act, dealt, person

GAME = "sleeping_queens"
PLAYERS = 4
MOVES = 40
PACE_MS = 3_000
"""Time between two moves: a word of the Wortspiel can be doubted for two seconds after the next."""
MOST_BYTES = 2_000
"""Bytes a move for a player, without compression: about 1,450. Whole fragments took 3,600."""
MOST = {
    GAME: (PLAYERS, 7),
    "siebenschlaefer": (4, 12),
    "daumen_drauf": (4, 11),
    "schlafmuetzen": (4, 8),
    "wortspiel": (8, 7),
}
"""By game the players, and the most renderings a move for all of them, without the sentences of its
events. Siebenschläfer: a rendering for each total of two cards, which later rounds do not repeat.
"""

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", MOST)
def test_a_move_renders_few_templates(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that a move leaves alone are not drawn, and nothing twice: counted with empty caches."""
    players, most = MOST[game]
    cache._kept.cache_clear()
    rendered: Counter[str] = Counter()
    render = cache.render

    def counted(name: str, given: dict[str, Any]) -> Any:
        rendered[name] += 1
        return render(name, given)

    for move, _ in enumerate(boards_of_moves(game, players)):
        if not move:
            monkeypatch.setattr(cache, "render", counted)
    del rendered[f"games/{game}/event.html"]
    assert rendered.total() / move <= most, rendered.most_common()


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


def boards_of_moves(game: str = GAME, players: int = PLAYERS) -> Iterator[dict[int, Board]]:
    """Yield the boards of all players before each move of a round."""
    match = dealt(*[person(f"Anna{number}") for number in range(players)], game=game)
    boards: dict[int, Board] = {}
    for move in range(MOVES):
        with clock.shifted(move * PACE_MS):
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
