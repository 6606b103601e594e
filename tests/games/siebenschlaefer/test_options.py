"""Every choice of every option (RULES.md 9)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from games.kernel import codec
from games.siebenschlaefer import GAME
from games.siebenschlaefer.actions import SiebenschlaeferAction
from games.siebenschlaefer.state import Phase, State
from tests.games.contract.checks import ROUND_CHECKS
from tests.games.contract.rounds import Round, play_round
from tests.games.siebenschlaefer.scene import DRAW, PASS, Scene, lay, still_stuck
from tests.games.siebenschlaefer.test_pages import shown


def test_the_faithful_choices_come_first() -> None:
    assert {option.name: option.default for option in GAME.meta.options} == {
        "compulsory_lay": True,
        "draw_then": "lay_now",
        "final_seven_draws": False,
        "closing_time": 120,
    }


def test_laying_is_free_choice() -> None:
    """RULES.md 4.2, `compulsory_lay: false`: a seat may draw in any turn, and pass after it."""
    scene = Scene("2 3 10 10", "2 2", top="8 10", compulsory_lay=False)
    assert scene.offers(0) == (lay("10 10"), DRAW)
    assert scene.code(0, PASS) == "must_draw"
    scene.do(0, DRAW)
    assert PASS in scene.offers(0)
    assert lay("10 10") in scene.offers(0)
    assert scene.code(0, DRAW) == "wrong_phase"
    scene.do(0, PASS)
    assert scene.state.active == 1


def test_drawing_ends_the_turn() -> None:
    """RULES.md 4.3, `draw_then: turn_ends`: a seat that draws has passed, whatever it drew."""
    scene = Scene("2 3", "2 2", top="8 10", stock="10 10 3 3 5 6", draw_then="turn_ends")
    scene.do(0, DRAW)
    assert scene.kinds() == ["cards_drawn", "drew", "passed"]
    assert scene.state.active == 1
    assert scene.board().passes == 1
    scene.do(1, DRAW)
    assert scene.last("new_start").data == {"cards": ["5", "6"], "value": 11}
    assert scene.state.phase is Phase.TURN


@pytest.mark.parametrize(("action", "then"), [(PASS, (DRAW,)), (DRAW, (DRAW, PASS))])
def test_one_draw_spares_one(action: SiebenschlaeferAction, then: tuple[Any, ...]) -> None:
    """SI-R25: after a pass without a draw the seat draws again, which spares the next draw."""
    scene = still_stuck().do(0, action)
    assert scene.counts()[0] == (4 if action == PASS else 6)
    assert (scene.kinds()[-1], scene.board().passes) == ("passed", 1)
    scene.do(1, DRAW).do(2, DRAW)
    assert scene.last("new_start").data["value"] == 8
    assert scene.offers(0) == then


def test_sevens_and_what_a_draw_spares() -> None:
    """SI-R25: a turn missed for a seven is not the next turn; a draw for one spares nothing."""
    scene = Scene("2 3", "5 8", "7 9 7 10 6 6", top="6 8", stock="3 3 2 2 4 4 2 2",
                  draw_then="turn_ends")  # fmt: skip
    scene.do(0, DRAW).do(1, DRAW).do(2, lay("7 9"))
    assert [event.data["seat"] for event in scene.told if event.kind == "skipped"] == [0]
    assert scene.offers(1) == (DRAW, PASS)
    scene.do(1, PASS).do(2, lay("7 10"))
    assert [event.data["seat"] for event in scene.told if event.kind == "skipped"] == [0]
    assert scene.board().spared == (0,)
    scene.do(1, DRAW).do(2, DRAW)
    assert scene.board().spared == (0, 1, 2)
    assert scene.offers(0) == (DRAW, PASS)


def test_a_draw_before_a_seats_last_pair_spares_nothing() -> None:
    """SI-R25: a draw before the last pair spares no later draw."""
    scene = Scene("2 3", "ace ace 5 5 2 2", top="8 9", stock="3 3", draw_then="turn_ends")
    scene.do(0, DRAW).do(1, lay("ace ace")).do(0, lay("2 3")).do(1, lay("5 5"))
    assert scene.board().spared == ()


@cache
def ended_by_draws() -> Round:
    """Return a random round in which each draw ends a turn, and spares one."""
    played = play_round(GAME, 3, 2, {"draw_then": "turn_ends"})
    assert any(position.state.spared for position in played.positions)
    return played


@pytest.mark.parametrize("check", ROUND_CHECKS, ids=lambda check: check.__name__)
def test_the_contract_where_a_draw_ends_the_turn(check: Callable[[Round], None]) -> None:
    """RULES.md 4.3: spared draws are public, stored and sampled, and no other event tells of them.

    The contract's own rounds have only the default choices.
    """
    check(ended_by_draws())


def test_a_state_is_stored_as_ever_where_no_draw_is_spared() -> None:
    """RULES.md 4.3: rounds before revision 2 are compared with their log letter by letter.

    The release before this one may still read them.
    """
    scene = Scene("2 3", "2 2 10 10", top="8 9", stock="3 3")
    assert "drew" not in codec.encode(scene.do(0, DRAW).do(0, PASS).state)
    scene = Scene("2 3", "2 2 10 10", top="8 9", stock="3 3", draw_then="turn_ends").do(0, DRAW)
    stored = codec.encode(scene.state)
    assert '"drew":[0]' in stored
    assert codec.decode(stored, State) == scene.state
    assert "drew" not in codec.encode(scene.do(1, lay("10 10")).do(0, PASS).state)


def test_the_last_seven_draws() -> None:
    """RULES.md 5.1, `final_seven_draws: true`: hands are counted after that."""
    scene = Scene("7 8", "2 3", "2 2", final_seven_draws=True, stock="king king")
    scene.do(0, lay("7 8"))
    assert scene.kinds() == ["laid", "cards_drawn", "drew", "hands_counted", "round_over"]
    assert scene.counts() == [0, 4, 2]
    assert scene.last("hands_counted").data["points"] == [0, 29, 4]


def test_the_last_double_seven_draws() -> None:
    """All others draw, and no seat goes again."""
    scene = Scene("7 7", "2 3", "2 2", final_seven_draws=True).do(0, lay("7 7"))
    assert scene.counts() == [0, 4, 4]
    assert "goes_again" not in scene.kinds()
    assert scene.last("round_over").data["winners"] == [0]


@pytest.mark.parametrize("turns", [119, 239, 2_000])
def test_no_closing_time(turns: int) -> None:
    """RULES.md 5.4, `closing_time`: never, as on the sheet."""
    scene = Scene("2 3 4 4", "2 2", closing_time=0, turns=turns)
    assert scene.board().last_turn == 0
    assert "closing time" not in shown(scene, 0)
    scene.do(0, lay("2 3"))
    assert scene.kinds() == ["laid"]
    assert (scene.board().phase, scene.board().turns) == ("turn", turns + 1)


@pytest.mark.parametrize(("choice", "turns"), [(120, 240), (60, 120)])
def test_closing_time(choice: int, turns: int) -> None:
    """RULES.md 5.4, `closing_time`: this number of turns for each seat."""
    assert Scene("2 3", "2 2", closing_time=choice).board().last_turn == turns
    scene = Scene("2 3 4 4", "2 2", closing_time=choice, turns=turns - 1).do(0, lay("2 3"))
    assert scene.last("round_over").data["reason"] == "closing_time"
