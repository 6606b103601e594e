"""The actions that selections stand for."""

from __future__ import annotations

import pytest

from games.wortspiel import GAME
from games.wortspiel.actions import (
    AcceptWord,
    ChooseColour,
    Concede,
    DeclareStuck,
    Doubt,
    JoinDoubt,
    ObjectTo,
    OpenPass,
    OpenPlay,
    PlayCard,
    PointTo,
    Ready,
    RetractStuck,
    TimeUp,
    Vote,
    WortspielAction,
)
from tests.games.wortspiel.test_scenarios import opening, raced

BUTTONS: dict[str, WortspielAction] = {
    "pass-17": OpenPass(17),
    "stuck-17": DeclareStuck(17),
    "unstuck-17": RetractStuck(17),
    "halt-17": Doubt(17),
    "join-17": JoinDoubt(17),
    "ready-17": Ready(17),
    "valid-17": Vote(True, 17),
    "invalid-17": Vote(False, 17),
    "concede-17": Concede(17),
    "object-17": ObjectTo(17),
    "point-2-17": PointTo(2, 17),
    "accept-17": AcceptWord(17),
    "colour-red-17": ChooseColour("red", 17),
}


@pytest.mark.parametrize("handle", BUTTONS)
def test_buttons(handle: str) -> None:
    assert GAME.selection_of(BUTTONS[handle]) == (handle,)
    assert raced().meant(1, handle) == BUTTONS[handle]


def test_a_card_a_pile_and_a_word_in_any_order() -> None:
    play = PlayCard("auto-red", 0, "Autobahn", 7)
    assert raced().meant(1, "auto-red", "pile-0", "lay-7", "Autobahn") == play
    assert raced().meant(1, "Autobahn", "lay-7", "auto-red", "pile-0") == play
    assert GAME.selection_of(play) == ("Autobahn", "auto-red", "lay-7", "pile-0")
    opened = opening()
    assert opened.meant(0, "luft-green", "pile-0", "lay-7", "x") == OpenPlay(
        "luft-green", 0, "x", 7
    )


def test_without_a_word_or_a_pile_one_may_ask_why_not() -> None:
    scene = raced()
    assert scene.meant(1, "auto-red", "pile-2", "lay-7") == PlayCard("auto-red", 2, "", 7)
    assert scene.meant(0, "haus-red", "lay-7") == PlayCard("haus-red", -1, "", 7)
    assert scene.meant(1, "pile-2", "lay-7") == PlayCard("eis-blue", 2, "", 7)
    assert scene.code(1, PlayCard("auto-red", 2, "", 7)) == "wrong_colour"
    assert scene.code(0, PlayCard("haus-red", -1, "", 7)) == "in_pause"


@pytest.mark.parametrize(
    "picks",
    [
        ("auto-red",),
        ("lay-7",),
        ("lay-7", "Autobahn"),
        ("pile-0", "Autobahn"),
        ("auto-red", "pile-0"),
        ("auto-red", "pile-0", "lay-7", "a", "b"),
        ("halt-",),
        ("halt-01",),
        ("halt--1",),
        ("colour-purple-7",),
        ("nothing-7",),
        ("halt-9999999999",),
    ],
)
def test_what_means_nothing(picks: tuple[str, ...]) -> None:
    assert raced().meant(1, *picks) is None


def test_the_table_has_no_handles() -> None:
    assert GAME.selection_of(TimeUp()) == ()
