"""The sentences of Siebenschläfer contain what matters, and no more."""

from __future__ import annotations

import re

import pytest

from games.siebenschlaefer import GAME
from tests.games.sentences import words
from tests.games.siebenschlaefer.events import EVENTS


def told(kind: str, number: int) -> str:
    return words(GAME, EVENTS[kind][number])


@pytest.mark.parametrize(
    ("kind", "number", "said"),
    [
        ("lots", 0, "Anna 9, Cleo King → 4. Cleo has the lowest."),
        ("lots", 1, "Anna and Bo tie for the lowest and draw again."),
        ("laid", 0, "Anna plays 5 + 9: 14."),
        ("laid", 1, "Only two cards left."),
        ("laid", 3, "any value"),
        ("passed", 1, "2 passes in a row"),
        ("new_start", 0, "3 + 9: 12."),
        ("hands_counted", 0, "Anna 24, Bo 0, Cleo 19. Anna has the most left and pays"),
        ("hands_counted", 1, "Anna and Cleo have the most left and pay"),
        ("round_over", 3, "Anna and Cleo have the least left and share the win"),
    ],
)
def test_what_matters_is_said(kind: str, number: int, said: str) -> None:
    assert said in told(kind, number)


def test_the_log_forgets_what_the_lots_were() -> None:
    for number, lots in enumerate(EVENTS["lots"]):
        assert ("King" in told("lots", number)) == ("king" in str(lots.data.get("cards")))
    assert not re.search(r"\d", told("lots", 2))


def test_nobody_pays_where_all_hold_the_same() -> None:
    assert "pay" not in told("hands_counted", 2)
