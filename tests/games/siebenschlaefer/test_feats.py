"""The feats that are counted for players' pages."""

from __future__ import annotations

from games.kernel.events import public_event
from games.siebenschlaefer import GAME
from tests.games.contract.rounds import play_round


def test_pairs_sevens_skipped_turns_and_emptied_hands() -> None:
    events = [
        public_event("laid", seat=0, cards=[], value=9, effect="plain", left=5),
        public_event("laid", seat=1, cards=[], value=None, effect="seven", left=3),
        public_event("skipped", seat=2, by=1),
        public_event("laid", seat=0, cards=[], value=None, effect="double_seven", left=0),
    ]
    assert GAME.feats(events, 3) == {
        "pairs_laid": [2, 1, 0],
        "turns_taken_away": [0, 1, 0],
        "sevens_laid": [1, 1, 0],
        "hands_emptied": [1, 0, 0],
    }


def test_hands_are_emptied_by_who_has_none_left() -> None:
    played = play_round(GAME, 3, 1)
    counts = GAME.feats(played.last.events, 3)
    assert counts["hands_emptied"] == [int(not hand) for hand in played.last.state.hands]
    assert sum(counts["pairs_laid"]) > 0
