"""The feats that are counted for players' pages."""

from __future__ import annotations

from games.kernel.events import public_event
from games.sleeping_queens import GAME
from tests.games.contract.rounds import play_round


def test_queens_woken_stolen_put_to_sleep_and_kept() -> None:
    events = [
        public_event("queen_woken", seat=0, queen="rose", slot=1, points=5),
        public_event("queen_woken", seat=0, queen="cat", slot=2, points=15),
        public_event("queen_stolen", attacker=1, victim=0, queen="cat", points=15),
        public_event("queen_slept", attacker=2, victim=1, queen="cat"),
        public_event("defended", victim=0, attacker=2, card="dragon", queen="rose"),
    ]
    assert GAME.feats(events, 3) == {
        "queens_woken": [2, 0, 0],
        "queens_stolen": [0, 1, 0],
        "queens_sent_to_sleep": [0, 0, 1],
        "attacks_repelled": [1, 0, 0],
    }


def test_what_is_counted_is_what_lies_awake() -> None:
    played = play_round(GAME, 3, 1)
    events = played.last.events
    counts = GAME.feats(events, 3)
    lost = [0, 0, 0]
    for event in events:
        if event.kind in ("queen_stolen", "queen_slept"):
            lost[event.data["victim"]] += 1
    for seat, awake in enumerate(played.last.state.awake):
        won = counts["queens_woken"][seat] + counts["queens_stolen"][seat]
        assert won - lost[seat] == len(awake)
