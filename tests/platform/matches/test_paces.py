"""The meaning of a tempo in words, made from its numbers."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from games.kernel.contract import Tempo
from games.kernel.tempos import MINUTE, SECOND
from matches.engine import catalogue
from matches.present import tempo_words
from matches.present.timing import exactly, length

GAME = catalogue.game_of("sleeping_queens").meta


@pytest.mark.parametrize(
    ("limits", "bank_ms", "words"),
    [
        ({"turn": 30 * SECOND}, 3 * MINUTE, "30 seconds per decision, plus 3 minutes in the bank"),
        ({"turn": 30 * SECOND}, 0, "30 seconds a decision"),
        ({"turn": 30 * SECOND, "hold": MINUTE}, 0, "30 seconds a decision"),
        (
            {"turn": 90 * SECOND, "wake": 5 * SECOND},
            MINUTE,
            "Up to 90 seconds per decision, plus 1 minute in the bank",
        ),
        ({"hold": MINUTE}, 0, ""),
    ],
)
def test_a_pace_is_made_of_its_limits_and_its_bank(
    limits: dict[Any, Any], bank_ms: int, words: str
) -> None:
    """The limits are those of a seat's decisions."""
    tempo = Tempo("live", "Live", limits, bank_ms)
    assert tempo_words.meaning(GAME, tempo) == words


def test_the_options_that_come_along_are_named() -> None:
    for meta in catalogue.metas():
        for tempo in meta.tempos:
            means = tempo_words.meaning(meta, tempo)
            assert " a decision" in means, (meta.slug, tempo.slug)
            assert ("; " in means) == bool(tempo.proposes)


def test_the_time_of_a_slow_tempo_stands_in_its_name_alone() -> None:
    short = {tempo.slug: tempo_words.takes(GAME, tempo) for tempo in GAME.tempos}
    assert short == {
        "live": "30 seconds",
        "quick": "15 seconds",
        "relaxed": "90 seconds",
        "correspondence": "",
        "half_days": "",
        "three_days": "",
    }


def test_what_is_left_is_rounded_and_what_is_agreed_is_exact() -> None:
    """The remaining time counts down."""
    assert (length(MINUTE), exactly(MINUTE)) == ("60 seconds", "1 minute")
    assert (length(150 * SECOND), exactly(150 * SECOND)) == ("2 minutes", "150 seconds")
    with translation.override("de"):
        assert exactly(24 * 60 * MINUTE) == "1 Tag"
