"""The actions that selections stand for, and the sentences of refusals."""

from __future__ import annotations

import pytest

from games.kernel.contract import Refusal
from games.siebenschlaefer import GAME, refusals
from games.siebenschlaefer.actions import Lay, SiebenschlaeferAction, TimeUp
from games.siebenschlaefer.refusals import nothing_with_it, too_low
from tests.games.siebenschlaefer.scene import DRAW, PASS, Scene, lay


@pytest.mark.parametrize(
    ("action", "picks"),
    [
        (lay("7 king"), ("7", "king")),
        (lay("king 7"), ("7", "king")),
        (lay("2 10"), ("10", "2")),
        (lay("7 7"), ("7", "7")),
        (DRAW, ("draw_two",)),
        (PASS, ("pass",)),
        (TimeUp(), ()),
    ],
)
def test_what_one_selects_for_it(action: SiebenschlaeferAction, picks: tuple[str, ...]) -> None:
    assert GAME.selection_of(action) == picks


@pytest.mark.parametrize(
    ("picks", "action"),
    [
        ("7 king", lay("7 king")),
        ("2 10", lay("2 10")),
        ("ace ace", lay("ace ace")),
        ("9", lay("9")),
        ("2 3 4", lay("2 3 4")),
        ("draw_two", DRAW),
        ("pass", PASS),
    ],
)
def test_what_a_selection_means(picks: str, action: SiebenschlaeferAction) -> None:
    assert Scene("2 3", "2 2").meant(0, *picks.split()) == action


@pytest.mark.parametrize(
    "picks",
    ["", "nothing", "11", "1", "draw_two pass", "draw_two 7", "pass 2 3", "Ace", "2 x", "²"],
)
def test_what_means_nothing(picks: str) -> None:
    assert Scene("2 3", "2 2").meant(0, *picks.split()) is None


def refused(scene: Scene, picks: str) -> object:
    meant = scene.meant(0, *picks.split())
    assert meant is not None
    assert meant not in scene.offers(0)
    return scene.refusal(0, meant)


@pytest.mark.parametrize(
    ("hand", "top", "picks", "why"),
    [
        ("10 8 2 3", "8 9", "10", refusals.TWO_CARDS),
        ("10 8 2 3", "8 9", "2", nothing_with_it(17)),
        ("10 8 ace 3", "8 9", "ace", refusals.LONELY_ACE),
        ("10 10 ace ace", "8 9", "ace", refusals.TWO_CARDS),
        ("jack king ace ace", "8 9", "king", refusals.LONELY_PICTURE),
        ("jack 3 ace ace", "8 9", "jack", nothing_with_it(17)),
        ("jack 9 ace ace", "8 9", "jack", refusals.TWO_CARDS),
        ("5 ace ace ace", "8 9", "5", refusals.LONELY_NUMBER),
        ("5 ace ace ace", "", "5", refusals.LONELY_NUMBER),
        ("5 6 ace ace", "", "5", refusals.TWO_CARDS),
        ("10 8 2 3", "8 9", "10 8 2", refusals.TOO_MANY),
        ("10 8 jack king", "8 9", "jack king", refusals.TWO_PICTURES),
        ("10 8 ace 3", "8 9", "10 ace", refusals.ACE_WITH_ANOTHER),
        ("10 8 ace king", "8 9", "ace king", refusals.ACE_WITH_ANOTHER),
        ("10 8 2 3", "8 9", "3 10", too_low(13, 17)),
        ("10 8 2 3", "8 9", "9 10", refusals.NOT_IN_HAND),
        ("10 8 2 3", "8 9", "9", refusals.NOT_IN_HAND),
        ("10 8 2 3", "8 9", "draw_two", refusals.MUST_LAY),
        ("10 8 2 3", "8 9", "pass", refusals.MUST_LAY),
        ("2 3", "8 9", "pass", refusals.MUST_DRAW),
    ],
)
def test_why_not(hand: str, top: str, picks: str, why: object) -> None:
    assert refused(Scene(hand, "2 2", top=top), picks) == why


def test_why_not_after_drawing() -> None:
    scene = Scene("2 3", "2 2", top="8 9", stock="3 3").do(0, DRAW)
    assert refused(scene, "draw_two") == refusals.DRAWN_ALREADY


def test_facts_fill_their_sentences() -> None:
    refusal = Scene("10 8 2 3", "2 2", top="8 9").refusal(0, lay("10 3"))
    assert refusal is not None
    assert refusal.sentence % refusal.facts == "That makes 13, and you need more than 17."


def test_the_order_of_the_cards_does_not_matter() -> None:
    one, other = (Scene("10 8 2 3", "2 2", top="8 9").do(0, lay(w)) for w in ("10 8", "8 10"))
    assert one.state == other.state
    assert one.told == other.told
    assert one.last("laid").data["cards"] == ["8", "10"]


def test_nothing_at_all() -> None:
    assert Scene("2 3", "2 2").refusal(0, Lay(())) == refusals.TWO_CARDS


def test_codes_are_those_of_the_rules() -> None:
    """The list of codes is complete."""
    used = {value.code for value in vars(refusals).values() if isinstance(value, Refusal)}
    used |= {too_low(4, 5).code, nothing_with_it(5).code}
    assert used == {
        "unknown_card", "wrong_phase", "two_cards_needed", "illegal_pair", "too_low", "must_lay",
        "must_draw",
    }  # fmt: skip
