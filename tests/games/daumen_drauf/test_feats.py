"""The feats that are counted for players' pages."""

from __future__ import annotations

from games.daumen_drauf import GAME
from games.kernel.events import public_event
from tests.games.contract.rounds import play_round


def test_tricks_poison_and_what_is_harmless() -> None:
    events = [
        public_event("trick_taken", seat=2, parried=True, count=3),
        public_event("parried", seat=2, card="fang"),
        public_event("trick_taken", seat=0, parried=False, count=3),
        public_event(
            "counted", harmless=[2, 0, 1], poisonous=[1, 0, 2], left=[0, 1, 0], points=[1, -1, -1]
        ),
    ]
    assert GAME.feats(events, 3) == {
        "tricks_taken": [1, 0, 1],
        "tricks_parried": [0, 0, 1],
        "poison_swallowed": [1, 0, 2],
        "harmless_taken": [2, 0, 1],
    }


def test_what_is_swallowed_is_what_lies_in_the_piles() -> None:
    played = play_round(GAME, 4, 1)
    counts = GAME.feats(played.last.events, 4)
    taken = zip(counts["poison_swallowed"], counts["harmless_taken"], strict=True)
    assert list(map(sum, taken)) == [len(pile) for pile in played.last.state.piles]
    assert sum(counts["tricks_taken"]) > 0
