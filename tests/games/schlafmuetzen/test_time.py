"""Deadlines, the table's actions, and the pause between placements (RULES.md 7)."""

from __future__ import annotations

import pytest

from games.kernel.contract import Millis
from games.kernel.session import Pace
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import (
    AcceptPlacement,
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    Reveal,
    SchlafmuetzenAction,
)
from games.schlafmuetzen.refusals import TOO_FAST
from games.schlafmuetzen.state import GAP_MS
from tests.games.scene import BEGIN_MS
from tests.games.schlafmuetzen.scene import Scene


def limits(tempo: str) -> dict[str, Millis]:
    (found,) = (one.limits for one in GAME.meta.tempos if one.slug == tempo)
    return found


@pytest.mark.parametrize(
    ("tempo", "action", "win"),
    [
        ("live", 12_000, 8_000),
        ("quick", 8_000, 8_000),
        ("relaxed", 25_000, 8_000),
        ("correspondence", 86_400_000, 86_400_000),
    ],
)
def test_limits(tempo: str, action: Millis, win: Millis) -> None:
    """RULES.md 7.1, 7.5."""
    found = limits(tempo)
    assert (found["open"], found["revealed"], found["win_window"]) == (action, action, win)
    # Turned, turned back, turned again, kept: this is still shorter than a window may stay open.
    (bank,) = (one.bank_ms for one in GAME.meta.tempos if one.slug == tempo)
    assert 3 * action + bank < found["window"]


def test_time_up_turns_a_card_then_keeps_it() -> None:
    """RULES.md 7.2."""
    scene = Scene("9 2", "3 3")
    assert [(one.kind, one.seat) for one in scene.deadlines()] == [("open", 0)]
    scene.time_up()
    assert scene.kinds() == ["timed_out", "turned"]
    assert [(one.kind, one.seat) for one in scene.deadlines()] == [("revealed", 0)]
    scene.time_up()
    assert scene.kinds() == ["timed_out", "kept"]
    assert (scene.active, scene.discard(0)) == (1, [9])


def test_what_the_table_keeps_may_be_called_out() -> None:
    """RULES.md 7.2."""
    scene = Scene("9 2", "3 3", "4 4", middle="8 1 1 1 1").time_up().time_up().call(2)
    assert scene.error == "overlooked_revealed"


def test_the_table_turns_a_pile_over_too() -> None:
    assert Scene("| 9 2", "3 3").time_up().last("turned").data["over"] == 2


def test_a_window_presses_the_table_since_the_card_was_laid() -> None:
    """RULES.md 7.5: bots count their time from there, whatever the active seat does meanwhile."""
    scene = Scene("2 9 3", "3 3").reveal().lay("middle-0")
    laid_ms = scene.at_ms
    scene.reveal()
    (window,) = (one for one in scene.deadlines() if one.kind == "window")
    assert (window.seat, window.since_ms) == (None, laid_ms)
    scene.time_up("window")
    assert scene.kinds() == ["let_stand"]
    assert (scene.phase, scene.turned) == ("revealed", 9)
    assert [one.kind for one in scene.deadlines()] == ["revealed"]


def test_the_win_window_presses_all() -> None:
    scene = Scene("2", "3 3", "4 4").reveal().lay("middle-0")
    assert [(one.kind, one.seat) for one in scene.deadlines()] == [("win_window", None)]
    assert GAME.to_act(scene.rules, scene.state).seats == (1, 2)
    assert scene.board().awaited == (1, 2)


def test_too_fast() -> None:
    """RULES.md 7.3."""
    scene = Scene("2 9 3 | 3", "3 3").reveal().lay("middle-0")
    laid_ms = scene.at_ms
    assert GAME.to_act(scene.rules, scene.state).not_before_ms == laid_ms + GAP_MS
    assert scene.board().not_before_ms == laid_ms + GAP_MS

    def code(at_ms: Millis, what: SchlafmuetzenAction) -> str | None:
        seat = 1 if isinstance(what, CallSchlafmuetze | AcceptPlacement) else 0
        refusal = GAME.why_not(scene.rules, scene.state, seat, what, at_ms)
        return None if refusal is None else refusal.code

    early, late = laid_ms + GAP_MS - 1, laid_ms + GAP_MS
    discard = PlaceDiscardTop(scene.seq, "middle-0")
    assert (code(early, discard), code(late, discard)) == ("too_fast", None)
    for free in (Reveal(scene.seq), CallSchlafmuetze(scene.latest), AcceptPlacement(scene.latest)):
        assert code(laid_ms, free) is None
    scene.do(0, Reveal(scene.seq), after_ms=1)
    assert code(early, KeepRevealed(scene.seq)) == "too_fast"
    assert code(late, KeepRevealed(scene.seq)) is None


def test_too_fast_for_right_and_wrong_alike() -> None:
    scene = Scene("2 9 3 | 3", "3 3 | 17").reveal().lay("middle-0")
    refusals = [
        GAME.why_not(scene.rules, scene.state, 0, offer, scene.at_ms)
        for offer in scene.offers(0)
        if isinstance(offer, PlaceDiscardTop)
    ]
    assert refusals == [TOO_FAST] * 6


def test_the_next_seat_waits_as_well() -> None:
    """RULES.md 7.3."""
    scene = Scene("9 2", "2 3 | 3", "4 4").reveal().keep()
    assert GAME.to_act(scene.rules, scene.state).not_before_ms == scene.at_ms + GAP_MS


def test_an_action_names_what_it_answers_to() -> None:
    """RULES.md 7.4: other seats' answers do not make it stale; a new situation does."""
    scene = Scene("2 9 3", "3 3", "4 4").reveal().lay("middle-0")
    mine = Reveal(scene.seq)
    scene.accept(1)
    assert scene.code(0, mine) is None
    scene.call(2)
    assert scene.kinds() == ["called_wrongly"]
    assert scene.code(0, mine) is None
    scene.reveal()
    assert scene.code(0, mine) == "stale"


def test_numbers_are_never_used_again() -> None:
    scene = Scene("9 13 2", "3 3", "4 4").reveal().lay("middle-0").reveal()
    seen = scene.seq
    scene.call(1)
    assert scene.seq > seen
    scene.reveal().keep()
    assert scene.latest > seen


def test_the_first_deadline() -> None:
    scene = Scene("9 2", "3 3")
    (one,) = scene.deadlines()
    assert Pace(limits=limits("live")).due_ms(one) == BEGIN_MS + 12_000
