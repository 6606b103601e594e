"""The actions that selections stand for, and the sentences of refusals."""

from __future__ import annotations

import pytest

from games.schlafmuetzen import GAME, refusals
from games.schlafmuetzen.actions import (
    AcceptPlacement,
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    PlaceRevealed,
    Reveal,
    SchlafmuetzenAction,
    TimeUp,
    UndoFlip,
    WindowOver,
    call,
    discard_top,
    placing,
    reveal,
    undo_flip,
)
from tests.games.schlafmuetzen.scene import Scene


@pytest.mark.parametrize(
    ("action", "picks"),
    [
        (Reveal(17), ("reveal-17",)),
        (KeepRevealed(17), ("keep-17",)),
        (UndoFlip(17), ("undo-17",)),
        (CallSchlafmuetze(12), ("call-12",)),
        (AcceptPlacement(12), ("accept-12",)),
        (PlaceRevealed(17, "middle-3"), ("middle-3", "turned-17")),
        (PlaceRevealed(17, "seat-2"), ("seat-2", "turned-17")),
        (PlaceDiscardTop(17, "middle-0"), ("discard-17", "middle-0")),
        (TimeUp(), ()),
        (WindowOver(), ()),
    ],
)
def test_what_one_selects_for_it(action: SchlafmuetzenAction, picks: tuple[str, ...]) -> None:
    assert GAME.selection_of(action) == picks
    scene = Scene("2 2", "3 3")
    meant = GAME.action_from_selection(scene.rules, scene.state, 0, picks)
    assert meant == (action if picks else None)


def test_one_handle_for_card_and_pile() -> None:
    scene = Scene("2 2", "3 3")
    for source, action in (("turned", PlaceRevealed), ("discard", PlaceDiscardTop)):
        meant = GAME.action_from_selection(scene.rules, scene.state, 0, (f"{source}-9-seat-1",))
        assert meant == action(9, "seat-1")


@pytest.mark.parametrize(
    "picks",
    [
        (), ("",), ("reveal",), ("reveal-",), ("reveal-x",), ("reveal-²",), ("reveal--1",),
        ("reveal-1234567890",), ("turned-1",), ("middle-0",), ("middle-0", "middle-1"),
        ("middle-10", "turned-1"), ("own", "turned-1"), ("call-1", "middle-0"),
        ("turned-1-own",), ("discard-1", "turned-1"), ("middle-0", "seat-1", "turned-1"),
    ],
)  # fmt: skip
def test_what_means_nothing(picks: tuple[str, ...]) -> None:
    scene = Scene("2 2", "3 3")
    assert GAME.action_from_selection(scene.rules, scene.state, 0, picks) is None


def test_why_not() -> None:
    scene = Scene("2 9 5 | 7", "3 3", "4 4 | 9")
    assert scene.refusal(0, KeepRevealed(1)) == refusals.NOTHING_TURNED
    assert scene.refusal(0, PlaceRevealed(1, "middle-0")) == refusals.NOTHING_TURNED
    assert scene.refusal(0, UndoFlip(1)) == refusals.NOTHING_TURNED
    assert scene.refusal(0, PlaceDiscardTop(1, "seat-7")) == placing.NO_SUCH_PILE
    assert scene.refusal(0, PlaceDiscardTop(1, "middle-5")) == placing.NO_SUCH_PILE
    assert scene.refusal(0, PlaceDiscardTop(1, "own")) == placing.NO_SUCH_PILE
    assert scene.refusal(0, PlaceDiscardTop(1, "seat-0")) == placing.OWN_PILE
    assert scene.refusal(0, PlaceDiscardTop(1, "seat-1")) == placing.TARGET_EMPTY
    assert scene.refusal(1, Reveal(1)) == refusals.NOT_YOUR_TURN
    assert scene.refusal(0, Reveal(0)) == refusals.STALE
    scene.lay_discard("seat-2").reveal()
    assert scene.refusal(0, Reveal(scene.seq)) == reveal.TURNED_ALREADY
    assert scene.refusal(0, UndoFlip(scene.seq)) == undo_flip.NOT_TURNED_OVER
    assert scene.refusal(0, PlaceDiscardTop(scene.seq, "seat-2")) == discard_top.NO_DISCARD
    assert scene.refusal(0, AcceptPlacement(scene.latest)) == call.OWN_PLACEMENT
    scene.accept(1)
    assert scene.refusal(1, CallSchlafmuetze(scene.latest)) == call.ACCEPTED


def test_why_not_after_a_wrong_call() -> None:
    scene = Scene("9 5", "3 3", "4 4", false_call="lockout").reveal().keep().call(2)
    scene.reveal().keep()
    assert scene.active == 2
    scene = Scene("9 5", "3 3", "4 4", "5 5", false_call="lockout").reveal().keep().call(3)
    scene.reveal().keep()
    assert scene.refusal(3, CallSchlafmuetze(scene.latest)) == call.LOCKED


def test_why_not_in_the_win_window() -> None:
    scene = Scene("2", "3 3", "4 4").reveal().lay("middle-0")
    assert scene.refusal(0, Reveal(scene.seq)) == refusals.ALL_LAID
    assert scene.refusal(1, Reveal(scene.seq)) == refusals.NOT_YOUR_TURN
