"""Deadlines, the hold of an attack, and the table's actions when time is up (RULES.md 5.4, 8)."""

from __future__ import annotations

import pytest

from games.kernel.contract import EVERYONE, NOBODY, Awaited, Deadline, Millis
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import (
    Defend,
    HoldOver,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    TimeUp,
)
from games.sleeping_queens.actions.attack import HOLD_AT_LEAST_MS, HOLD_EXTRA_MS
from tests.games.scene import BEGIN_MS
from tests.games.sleeping_queens.scene import Scene


def attacked(hand: str = "dragon") -> Scene:
    return Scene("knight", hand, "", awake=("", "heart")).do(0, PlayKnight(1, "heart"))


def test_each_phase_presses_the_awaited_seat() -> None:
    scene = Scene("jester", "", draw="2")
    assert scene.deadlines() == (Deadline("turn", 0, BEGIN_MS),)
    scene.do(0, PlayJester())
    assert scene.deadlines() == (Deadline("wake", 1, scene.at_ms),)
    pressing, hold = attacked().deadlines()
    assert pressing == Deadline("defense", 1, BEGIN_MS + 100)
    assert pressing.audience is EVERYONE
    assert (hold.kind, hold.seat, hold.audience) == ("hold", None, NOBODY)


def test_the_paces_are_those_of_the_rules() -> None:
    limits = {tempo.slug: tempo.limits for tempo in GAME.meta.tempos}
    day = 24 * 60 * 60 * 1000
    assert limits["live"] == {"turn": 30_000, "defense": 12_000, "wake": 20_000}
    assert limits["correspondence"] == {"turn": day, "defense": day, "wake": day}


def test_a_special_card_begins_the_time_anew() -> None:
    """RULES.md 8.1."""
    scene = Scene("jester", "", draw="wand").do(0, PlayJester(), after_ms=20_000)
    assert scene.deadlines() == (Deadline("turn", 0, BEGIN_MS + 20_000),)


def test_the_hold_is_drawn_from_its_range() -> None:
    """RULES.md 5.4: it is at least 2.5 s, at most 4 s, and not always the same."""
    holds: set[Millis] = set()
    for _ in range(60):
        scene = Scene("knight", "", awake=("", "heart"))
        scene.chance.drawn = 1000 * len(holds) + _
        scene.do(0, PlayKnight(1, "heart"))
        holds.add(scene.deadlines()[1].after_ms or 0)
    assert min(holds) >= HOLD_AT_LEAST_MS == 2500
    assert max(holds) <= HOLD_AT_LEAST_MS + HOLD_EXTRA_MS == 4000
    assert len(holds) > 30


def test_an_early_answer_is_kept_and_only_the_victim_knows() -> None:
    scene = attacked()
    before = {viewer: scene.board(viewer) for viewer in (0, 2, None)}
    deadlines = scene.deadlines()
    scene.do(1, LetHappen())
    (event,) = scene.told
    assert (event.kind, event.audience, event.data) == ("answered", (1,), {})
    assert {viewer: scene.board(viewer) for viewer in (0, 2, None)} == before
    assert scene.deadlines() == deadlines
    assert scene.board(1).answered
    assert scene.board(1).awaited == ()
    assert GAME.to_act(scene.rules, scene.state) == Awaited(may_also=(1,))
    assert scene.offers(1) == (Defend("dragon"),)
    scene.time_up("hold")
    assert scene.owns(0) == {"heart"}
    assert scene.kinds() == ["queen_stolen", "refilled", "drew"]


def test_the_hold_passes_unseen_without_an_answer() -> None:
    scene = attacked()
    before = {viewer: scene.board(viewer) for viewer in (0, 1, 2, None)}
    scene.time_up("hold")
    assert scene.told == ()
    assert {viewer: scene.board(viewer) for viewer in (0, 1, 2, None)} == before
    assert [deadline.kind for deadline in scene.deadlines()] == ["defense"]
    scene.do(1, LetHappen())
    assert scene.kinds() == ["queen_stolen", "refilled", "drew"]


def test_a_defence_does_not_wait() -> None:
    scene = attacked().do(1, Defend("dragon"))
    assert scene.kinds()[0] == "defended"
    assert scene.board().phase == "turn"


@pytest.mark.parametrize("hand", ["dragon", "wand", "1 2 3"])
def test_defence_time_up_lets_it_happen(hand: str) -> None:
    """RULES.md 8.2: this holds for any hand of the victim."""
    scene = attacked(hand).time_up("defense")
    assert scene.told[0].data == {"seat": 1, "kind": "defense"}
    assert scene.kinds()[:2] == ["timed_out", "queen_stolen"]
    assert scene.owns(0) == {"heart"}


def test_defence_time_up_after_a_kept_answer() -> None:
    scene = attacked().do(1, LetHappen()).time_up("defense")
    assert scene.owns(0) == {"heart"}


def test_potion_time_up() -> None:
    scene = Scene("potion", "wand", awake=("", "heart"), asleep={0: "-"})
    scene.do(0, PlayPotion(1, "heart", 0)).time_up("defense")
    assert scene.kinds()[:2] == ["timed_out", "queen_slept"]


def test_turn_time_up_discards_one_random_number() -> None:
    """RULES.md 8.2: it is one number card, whatever else could be played, and each can be drawn."""
    seen = set()
    for draw in range(30):
        scene = Scene("king king 3 3 8", "")
        scene.chance.drawn = draw
        scene.time_up("turn")
        assert scene.kinds() == ["timed_out", "numbers_discarded", "refilled", "drew"]
        assert scene.told[0].data == {"seat": 0, "kind": "turn"}
        seen.add(tuple(scene.last("numbers_discarded").data["cards"]))
        assert scene.state.active == 1
    assert seen == {(3,), (8,)}


def test_turn_time_up_without_numbers_discards_any() -> None:
    seen = set()
    for draw in range(30):
        scene = Scene("king jester knight dragon wand", "")
        scene.chance.drawn = draw
        scene.time_up("turn")
        assert scene.kinds() == ["timed_out", "card_discarded", "refilled", "drew"]
        seen.add(scene.last("card_discarded").data["card"])
    assert seen == {"king", "jester", "knight", "dragon", "wand"}


def test_wake_time_up_wakes_somebody() -> None:
    """RULES.md 8.2: this holds after a jester, too."""
    scene = Scene("jester", "", draw="2").do(0, PlayJester()).time_up("wake")
    assert scene.kinds()[:2] == ["timed_out", "queen_woken"]
    assert scene.told[0].data == {"seat": 1, "kind": "wake"}
    assert len(scene.owns(1)) == 1


def test_bonus_time_up_wakes_somebody() -> None:
    scene = Scene("king", "", asleep={0: "rose"}).do(0, PlayKing(0)).time_up("wake")
    assert len(scene.owns(0)) == 2


def test_what_the_table_does_is_not_for_seats() -> None:
    scene = attacked()
    for seat in (0, 1, 2):
        for action in (HoldOver(), TimeUp()):
            assert scene.code(seat, action) in {"not_allowed", "not_your_turn"}


def test_nothing_runs_after_the_end() -> None:
    scene = Scene("king", "", awake=("rose cake rainbow starfish",), asleep={0: "moon"})
    scene.do(0, PlayKing(0))
    assert scene.deadlines() == ()
    assert GAME.to_act(scene.rules, scene.state) == Awaited()
    assert scene.code(0, PlayKing(1)) == "game_over"
