"""The feats that are counted for players' pages."""

from __future__ import annotations

from games.kernel.events import public_event
from games.schlafmuetzen import GAME
from tests.games.contract.rounds import play_round


def test_cards_errors_and_false_alarms() -> None:
    events = [
        public_event("laid", seq=1, seat=0, card=4, source="turned", target="middle-0"),
        public_event("laid", seq=2, seat=0, card=5, source="discard", target="seat-1"),
        public_event("called_out", seat=2, accused=0, seq=2),
        public_event("called_wrongly", seat=1, accused=0, seq=2, cost="card"),
    ]
    assert GAME.feats(events, 3) == {
        "cards_laid": [2, 0, 0],
        "errors_caught": [0, 0, 1],
        "errors_made": [1, 0, 0],
        "false_alarms": [0, 1, 0],
    }


def test_every_error_that_is_caught_was_made_by_somebody() -> None:
    played = play_round(GAME, 4, 1)
    counts = GAME.feats(played.last.events, 4)
    assert sum(counts["errors_caught"]) == sum(counts["errors_made"])
    assert sum(counts["cards_laid"]) > 0
