"""Deadlines, and the table's actions when they are due (RULES.md 8)."""

from __future__ import annotations

import pytest

from games.siebenschlaefer import GAME
from tests.games.scene import BEGIN_MS
from tests.games.siebenschlaefer.scene import DRAW, Scene, lay


def test_tempos() -> None:
    limits = {tempo.slug: tempo.limits["turn"] for tempo in GAME.meta.tempos}
    assert limits == {
        "live": 20_000,
        "quick": 10_000,
        "relaxed": 60_000,
        "half_days": 43_200_000,
        "correspondence": 86_400_000,
        "three_days": 259_200_000,
    }


def test_one_deadline_presses_the_active_seat() -> None:
    scene = Scene("2 3", "10 10 2 2", "2 2", top="8 10")
    (deadline,) = scene.deadlines()
    assert (deadline.kind, deadline.seat, deadline.since_ms) == ("turn", 0, BEGIN_MS)
    assert deadline.visible_to(None)
    scene.do(0, DRAW, after_ms=5_000)
    (deadline,) = scene.deadlines()
    assert (deadline.seat, deadline.since_ms) == (0, BEGIN_MS + 5_000)


@pytest.mark.parametrize("hand", ["2 3", "10 10", "ace ace", "jack queen"])
def test_time_does_not_depend_on_the_hand(hand: str) -> None:
    """RULES.md 8.1."""
    (deadline,) = Scene(hand, "2 2", top="8 10").deadlines()
    assert deadline == Scene("2 2", "2 2", top="8 10").deadlines()[0]


@pytest.mark.parametrize(
    ("hand", "top", "laid"),
    [
        ("2 2 10 10 9 9", "5 7", ["9", "9"]),
        ("ace ace 10 10", "8 9", ["10", "10"]),
        ("ace ace 3 3", "10 10", ["ace", "ace"]),
        ("3 king 2 4", "2 3", ["2", "4"]),
    ],
)
def test_the_table_lays_the_lowest_pair(hand: str, top: str, laid: list[str]) -> None:
    """RULES.md 8.2: aces are the highest; of equal ones the one with the lower card."""
    scene = Scene(hand, "2 2", top=top).time_up()
    assert scene.last("timed_out").data == {"seat": 0, "kind": "turn"}
    assert scene.last("laid").data["cards"] == laid
    assert scene.state.active == 1


def test_the_table_draws_and_passes() -> None:
    scene = Scene("2 3", "2 2", top="10 10", stock="3 3").time_up()
    assert scene.kinds() == ["timed_out", "cards_drawn", "drew"]
    assert scene.board().phase == "after_draw"
    scene.time_up()
    assert scene.kinds() == ["timed_out", "passed"]
    assert scene.last("timed_out").data == {"seat": 0, "kind": "after_draw"}
    assert scene.at_ms == BEGIN_MS + 40_000


def test_the_table_lays_what_was_drawn() -> None:
    scene = Scene("2 3", "2 2", top="8 8", stock="9 9").time_up().time_up()
    assert scene.last("laid").data["cards"] == ["9", "9"]


def test_the_table_lays_also_where_nobody_has_to() -> None:
    scene = Scene("2 3 10 10", "2 2", top="8 8", compulsory_lay=False).time_up()
    assert scene.last("laid").data["cards"] == ["10", "10"]


def test_the_table_ends_the_round() -> None:
    scene = Scene("2 3", "2 2").time_up()
    assert scene.last("round_over").data == {"reason": "out", "winners": [0]}
    assert scene.deadlines() == ()


def test_two_deadlines_in_a_turn_that_ends_by_drawing() -> None:
    """With `draw_then: turn_ends` there is only one."""
    scene = Scene("2 3", "2 2", top="10 10", draw_then="turn_ends").time_up()
    assert scene.state.active == 1
    assert scene.code(1, lay("2 2")) == "too_low"


def test_the_table_passes_where_the_draw_is_spared() -> None:
    """RULES.md 8.2: it fills no hand that need not draw (4.3)."""
    scene = Scene("2 3", "2 2 10 10", top="8 9", stock="3 3", draw_then="turn_ends")
    scene.do(0, DRAW).do(1, lay("10 10")).time_up()
    assert scene.kinds() == ["timed_out", "passed"]
    assert (scene.last("timed_out").data["kind"], scene.counts()[0]) == ("turn", 4)
