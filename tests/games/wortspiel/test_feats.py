"""The feats that are counted for players' pages."""

from __future__ import annotations

from games.kernel.events import public_event
from games.wortspiel import GAME
from games.wortspiel.events import CONTEST
from tests.games.contract.rounds import play_round


def test_words_doubts_and_chips() -> None:
    events = [
        public_event("laid", seat=0, card="sonne", seq=1),
        public_event("laid", seat=1, card="mond", seq=2),
        public_event(CONTEST, author=1, doubters=[0, 2], stands=False),
        public_event("taken_back", seat=1, card="mond", seq=2, why="overturned"),
        public_event("chips", seats=[1], left=9),
        public_event("laid", seat=2, card="regen", seq=3),
        public_event("taken_back", seat=0, card="wind", seq=3, why="photo_finish"),
        public_event(CONTEST, author=2, doubters=[1], stands=True),
        public_event("chips", seats=[1], left=8),
    ]
    assert GAME.feats(events, 3) == {
        "words_found": [1, 0, 1],
        "words_overturned": [1, 0, 1],
        "words_upheld": [0, 0, 1],
        "chips_taken": [0, 2, 0],
    }


def test_chips_are_those_that_lie_before_each_seat() -> None:
    played = play_round(GAME, 4, 1)
    counts = GAME.feats(played.last.events, 4)
    assert counts["chips_taken"] == list(played.last.state.chips)
    assert sum(counts["words_found"]) > 0
