"""The scenarios of SCENARIOS.md."""

from __future__ import annotations

from collections import Counter

import pytest

from games.kernel import codec
from games.kernel.contract import Outcome, Target
from games.wortspiel import GAME
from games.wortspiel.actions import (
    AcceptWord,
    ChooseColour,
    Concede,
    Doubt,
    JoinDoubt,
    OpenPlay,
    PlayCard,
    Vote,
)
from games.wortspiel.cards import COLOURS
from tests.games.contract.rounds import rules_of, start_round
from tests.games.wortspiel.scene import LEXICON, Scene, rules_with

NO_HANDS = ("luft-green", "uhr-red", "kaffee-red", "wein-yellow")


@pytest.mark.parametrize(
    ("seats", "hand", "stock"),
    [(3, 10, 66), (4, 9, 60), (5, 8, 56), (6, 7, 54), (7, 7, 47), (8, 6, 48)],
)
def test_w01_setup(seats: int, hand: int, stock: int) -> None:
    """W01."""
    orders = set()
    for seed in range(8):
        state = start_round(GAME, seats, seed, rules_of(GAME)).opening.state
        assert [len(cards) for cards in state.hands] == [hand] * seats
        assert len(state.stock) == stock
        circle = [LEXICON.faces[pile[0]] for pile in state.piles]
        colours = [colour for _, colour in circle]
        assert colours == colours[:4] * 3
        assert len(set(colours[:4])) == 4
        assert len({word for word, _ in circle}) == 12
        orders.add(tuple(colours[:4]))
    assert len(orders) > 1
    assert len(LEXICON.words) == 50
    assert Counter(colour for _, colour in LEXICON.faces) == dict.fromkeys(range(4), 27)
    assert len(set(LEXICON.faces)) == 108  # no word twice in one colour


def opening(**more: object) -> Scene:
    hands = ("haus-red luft-green", "eis-red auto-red", "auto-blue uhr-red", "eis-blue bahn-red")
    return Scene(*hands, tops="schiff-green wein-yellow", opens=True, **more)  # type: ignore[arg-type]


def test_w02_opening() -> None:
    """W02."""
    scene = opening().open(0, "luft-green", 0, "Luftschiff")
    assert scene.last("laid").data["word"] == "LUFTSCHIFF"
    assert (scene.phase, scene.demanded, scene.state.pause) == ("race", "green", 0)
    assert scene.top(0) == "luft-green"


def test_w03_dealer_cannot() -> None:
    """W03."""
    scene = opening().pass_(0)
    assert (scene.phase, scene.state.active) == ("opening", 1)
    assert scene.code(0, OpenPlay("luft-green", 0, "LUFTSCHIFF", scene.seq)) == "not_your_turn"
    scene.open(1, "eis-red", 1, "EISWEIN")
    assert (scene.demanded, scene.state.pause) == ("red", 1)


def autobahn() -> Scene:
    """Return the scene of W04: seat 1 has laid the red AUTO on BAHN."""
    scene = Scene(
        "haus-red land-red",
        "auto-red eis-blue",
        "kind-yellow haus-green",
        "kind-red wasser-red",
        tops="bahn-red spiel-red schiff-green",
        colour="red",
    )
    return scene.play(1, "auto-red", 0, "AUTOBAHN")


def test_w04_colour() -> None:
    """W04."""
    scene = autobahn()
    assert scene.demanded == "red"
    assert scene.playing(2, "kind-yellow", 1, "KINDERSPIEL") is None
    assert scene.playing(2, "haus-green", 0, "AUTOHAUS") is None
    assert scene.playing(2, "haus-green", 2, "HAUSSCHIFF") == "wrong_colour"


def test_w05_the_colour_of_the_hand_card_is_free() -> None:
    """W05."""
    scene = autobahn().play(2, "kind-yellow", 1, "KINDERSPIEL")
    assert scene.demanded == "yellow"


def test_w06_either_order() -> None:
    """W06."""
    scene = Scene("eis-red", "eis-blue eis-green", "uhr-red", tops="bein-yellow wasser-yellow",
                  colour="yellow")  # fmt: skip
    assert scene.playing(1, "eis-blue", 0, "EISBEIN") is None
    assert scene.playing(1, "eis-blue", 1, "WASSEREIS") is None


@pytest.mark.parametrize(
    ("hand", "top", "word"),
    [
        ("land-red", "spiel-yellow", "LÄNDERSPIEL"),
        ("mann-red", "bild-yellow", "MANNSBILD"),
        ("land-red", "bild-yellow", "LANDSCHAFTSBILD"),
    ],
)
def test_w07_w08_plural_linking_and_what_the_table_decides(hand: str, top: str, word: str) -> None:
    """W07, W08: the server does not refuse the last of these."""
    scene = Scene("uhr-red", hand, "luft-green", tops=top, colour="yellow")
    assert scene.playing(1, hand, 0, word) is None
    scene.play(1, hand, 0, word).halt(2).to_vote()
    assert scene.phase == "doubt_vote"


def test_w09_foreign_word() -> None:
    """W09."""
    scene = Scene("uhr-red", "land-red", "luft-green", tops="spiel-yellow", colour="yellow")
    assert scene.playing(1, "land-red", 0, "FUSSBALL") == "word_not_from_cards"
    assert scene.playing(1, "land-red", 0, "") == "word_not_from_cards"


def test_w10_pause() -> None:
    """W10."""
    scene = autobahn()
    assert scene.playing(1, "eis-blue", 1, "EISSPIEL") == "in_pause"


def test_w11_pause_over() -> None:
    """W11."""
    scene = autobahn().play(3, "kind-red", 1, "KINDERSPIEL")
    assert scene.playing(1, "eis-blue", 0, "AUTOEIS") is None


def raced(**chosen: object) -> Scene:
    """Return a scene: seats 1 and 2 are about to lay for number 7; seat 0 is in its pause."""
    return Scene(
        "haus-red land-red",
        "auto-red eis-blue",
        "kind-yellow haus-green",
        "kind-red wasser-red",
        tops="bahn-red spiel-red schiff-green",
        colour="red",
        **chosen,  # type: ignore[arg-type]
    )


def test_w12_too_late() -> None:
    """W12."""
    scene = raced().play(1, "auto-red", 0, "AUTOBAHN")
    late = PlayCard("kind-yellow", 1, "KINDERSPIEL", 7)
    assert scene.code(2, late, after_ms=400) == "too_late"
    assert scene.code(2, late, after_ms=150) == "too_late"
    assert scene.hand(2) == {"kind-yellow", "haus-green"}
    assert scene.top(0) == "auto-red"


def photo_finish(**chosen: object) -> Scene:
    scene = raced(**chosen).play(1, "auto-red", 0, "AUTOBAHN")
    assert scene.top(0) == "auto-red"  # the first card shows at once
    return scene.late(2, "kind-yellow", 1, "KINDERSPIEL", 90)


def test_w13_photo_finish_without_agreement() -> None:
    """W13."""
    scene = photo_finish()
    assert scene.kinds() == ["contender", "photo_finish"]
    assert [(one.seat, one.word) for one in scene.board().photo] == [
        (1, "AUTOBAHN"),
        (2, "KINDERSPIEL"),
    ]
    scene.time_up()
    assert scene.last("photo_settled").data == {"seq": 7, "seat": None}
    assert (scene.phase, scene.state.pause, scene.counts()) == ("colour_choice", 0, [2, 2, 2, 2])
    assert scene.top(0) == "bahn-red"
    assert scene.code(0, ChooseColour("red", scene.seq)) == "colour_not_available"
    scene.colour(0, "green")
    assert (scene.phase, scene.demanded, scene.state.pause) == ("race", "green", 0)
    assert scene.playing(0, "haus-red", 2, "HAUSSCHIFF") == "in_pause"


def test_w14_photo_finish_agreed() -> None:
    """W14."""
    scene = photo_finish().do(2, Concede(7))
    assert scene.last("photo_settled").data["seat"] == 1
    assert (scene.phase, scene.state.pause, scene.demanded) == ("race", 1, "red")
    assert scene.top(0) == "auto-red"
    assert scene.hand(2) == {"kind-yellow", "haus-green"}


def doubted(doubter: int = 2) -> Scene:
    """Return a scene: seat 1 laid AUTOBAHN, and another seat doubts it."""
    return raced().play(1, "auto-red", 0, "AUTOBAHN").halt(doubter)


def test_w15_a_tie_is_no_majority() -> None:
    """W15."""
    scene = doubted().to_vote().votes(False, True, True, False)
    assert scene.last("doubt_over").data["stands"] is True
    assert scene.state.chips == (0, 0, 1, 0)
    assert (scene.phase, scene.demanded, scene.state.pause) == ("race", "red", 1)
    assert scene.code(3, Doubt(7)) == "window_closed"


def test_w16_the_doubt_succeeds() -> None:
    """W16."""
    scene = doubted().to_vote().votes(False, False, True, False)
    assert scene.last("doubt_over").data == {
        "author": 1,
        "word": "AUTOBAHN",
        "parts": ["AUTO", "BAHN"],
        "seq": 7,
        "doubters": [2],
        "votes": [[2, False], [3, False], [0, True], [1, False]],
        "stands": False,
        "by": "vote",
    }
    assert scene.state.chips == (0, 1, 0, 0)
    assert scene.hand(1) == {"auto-red", "eis-blue"}
    assert (scene.top(0), scene.phase, scene.state.pause) == ("bahn-red", "colour_choice", 0)
    assert set(scene.board(0).choices) == {"green", "yellow"}
    scene.colour(0, "green")
    # SW-R18: the author may lay again at once.
    assert scene.playing(1, "eis-blue", 2, "EISSCHIFF") is None


def test_w17_order_of_the_vote() -> None:
    """W17."""
    scene = doubted().to_vote()
    assert scene.last("vote_begins").data["order"] == [2, 3, 0, 1]
    assert scene.code(3, Vote(True, 7)) == "not_your_vote"
    scene.votes(True)
    assert scene.code(3, Vote(True, 7)) is None


def test_w18_several_doubters() -> None:
    """W18."""
    scene = doubted().do(3, JoinDoubt(7)).to_vote().votes(True, True, True, True)
    assert scene.state.chips == (0, 0, 1, 1)


def test_w19_the_author_does_not_doubt() -> None:
    """W19."""
    scene = raced().play(1, "auto-red", 0, "AUTOBAHN")
    assert scene.code(1, Doubt(7)) == "not_allowed"
    scene.halt(2)
    assert scene.code(1, JoinDoubt(7)) == "not_allowed"


def overtaken() -> Scene:
    """Return the scene of W20: number 7 at t, number 8 at t + 0.8 s."""
    scene = raced().play(1, "auto-red", 0, "AUTOBAHN")
    return scene.play(3, "kind-red", 1, "KINDERSPIEL", after_ms=800)


def test_w20_halt_has_priority() -> None:
    """W20."""
    scene = overtaken()
    numbers = {7, 8}
    scene.halt(2, 7, after_ms=700)
    assert scene.kinds() == ["halt", "taken_back"]
    assert scene.last("taken_back").data["seat"] == 3
    assert scene.counts() == [2, 1, 2, 2]
    assert scene.state.chips == (0, 0, 0, 0)
    assert scene.board().dispute is not None
    assert (scene.word, scene.demanded, scene.state.pause) == (7, "red", 1)
    upheld = scene.to_vote().votes(True, True, True, True)
    assert (upheld.phase, upheld.demanded, upheld.state.pause) == ("race", "red", 1)
    assert upheld.state.chips == (0, 0, 1, 0)
    assert upheld.seq not in numbers
    upheld.play(3, "kind-red", 1, "KINDERSPIEL")
    assert upheld.word not in numbers


def test_w20_overturned() -> None:
    """W20."""
    scene = overtaken().halt(2, 7, after_ms=700).to_vote().votes(False, False, False, False)
    assert (scene.phase, scene.state.pause, scene.counts()) == ("colour_choice", 0, [2, 2, 2, 2])
    assert scene.state.chips == (0, 1, 0, 0)
    assert scene.top(1) == "spiel-red"


def test_w21_halt_too_late() -> None:
    """W21."""
    scene = overtaken()
    assert scene.code(2, Doubt(7), after_ms=1_700) == "window_closed"
    assert scene.code(2, Doubt(7), after_ms=1_199) is None
    assert scene.code(2, Doubt(8), after_ms=1_700) is None


def test_w22_opening_overturned() -> None:
    """W22."""
    scene = opening().open(0, "luft-green", 0, "LUFTSCHIFF").halt(2).to_vote()
    scene.votes(False, False, False, False)
    assert scene.state.chips == (1, 0, 0, 0)
    assert (scene.phase, scene.state.active, scene.demanded) == ("opening", 1, None)
    assert scene.hand(0) == {"haus-red", "luft-green"}
    scene.pass_(1, 2, 3)  # the author counts as having passed: all draw
    assert scene.last("opening_drawn").data == {"seats": [0, 1, 2, 3], "round": 1}
    assert (scene.state.active, scene.counts()) == (0, [3, 3, 3, 3])


def test_w23_stuck() -> None:
    """W23."""
    scene = Scene(*NO_HANDS, tops="bahn-red", rest="green blue yellow", colour="red")
    scene.stuck(1, 2, 3)
    assert scene.counts() == [1, 2, 2, 2]
    assert scene.phase == "colour_choice"
    assert scene.code(0, ChooseColour("red", scene.seq)) == "colour_not_available"
    scene.colour(0, "blue")
    assert (scene.phase, scene.demanded, scene.state.pause) == ("race", "blue", 0)


def test_w24_all_four_colours_fail() -> None:
    """W24."""
    scene = Scene(*NO_HANDS, tops="bahn-red", rest="green blue yellow", colour="red")
    for name in ("green", "blue", "yellow"):
        scene.stuck(1, 2, 3)
        scene.colour(0, name)
    scene.stuck(1, 2, 3)
    assert scene.counts() == [1, 4, 4, 4]
    assert scene.outcome.reason == "deadlock"
    assert scene.outcome.scores == (1, 4, 4, 4)


def test_w25_stuck_withdrawn() -> None:
    """W25."""
    scene = raced().stuck(1, 2)
    assert [place.stuck for place in scene.board().places] == [False, True, True, False]
    scene.play(3, "kind-red", 1, "KINDERSPIEL")
    assert scene.state.stuck == ()
    assert scene.demanded == "red"


def test_w26_a_colour_that_lies_nowhere() -> None:
    """W26."""
    scene = Scene(*NO_HANDS, tops="bahn-red", rest="green", colour="red").stuck(1, 2, 3)
    assert scene.code(0, ChooseColour("blue", scene.seq)) == "colour_not_available"
    assert scene.code(0, ChooseColour("purple", scene.seq)) == "colour_not_available"
    assert scene.code(0, ChooseColour("green", scene.seq)) is None


def test_w27_the_stock_runs_short() -> None:
    """W27."""
    scene = Scene(*NO_HANDS, tops="bahn-red", colour="red", pause=2, stock=1).stuck(0, 1, 3)
    assert scene.counts() == [1, 1, 1, 2]  # the first clockwise from the left of seat 2
    assert scene.last("all_stuck").data["seats"] == [3]


def last_card() -> Scene:
    scene = Scene(
        "haus-red land-red",
        "auto-red",
        "kind-yellow haus-green",
        "kind-red wasser-red",
        tops="bahn-red spiel-red schiff-green",
        colour="red",
    )
    return scene.play(1, "auto-red", 0, "AUTOBAHN")


def test_w28_last_card() -> None:
    """W28."""
    scene = last_card()
    assert scene.phase == "final_window"
    scene.chips(1, 3, 0, 0)
    assert scene.code(1, AcceptWord(7)) == "not_allowed"
    scene.accept(0, 2, 3)
    assert scene.outcome.scores == (3, 0, 2, 2)
    assert scene.outcome.places == (4, 1, 2, 2)
    assert scene.outcome.reason == "out"


def test_w29_last_card_overturned() -> None:
    """W29."""
    scene = last_card().accept(0).halt(2).to_vote().votes(False, False, False, True)
    assert (scene.phase, scene.counts()) == ("colour_choice", [2, 1, 2, 2])
    assert scene.state.chips == (0, 1, 0, 0)
    scene.colour(0, "green")
    assert scene.phase == "race"


def test_w30_the_seventeenth_chip() -> None:
    """W30."""
    scene = raced()
    scene.chips(8, 8, 0, 0)
    assert scene.board().chips == 0
    scene.play(1, "auto-red", 0, "AUTOBAHN").halt(2).to_vote().votes(True, True, True, True)
    assert scene.state.chips == (8, 8, 1, 0)
    assert scene.board().chips == 0


def after(*rounds: tuple[int, ...]) -> list[Outcome]:
    return [Outcome(scores, (1,) * len(scores), 0, "out") for scores in rounds]


def test_w31_target() -> None:
    """W31."""
    rules, target = rules_with(), Target(None, 30)
    standing = GAME.standing(rules, target, after((20, 10, 12, 20), (11, 2, 0, 9)))
    assert standing.totals == (31, 12, 12, 29)
    assert standing.decided
    assert standing.places == (4, 1, 1, 3)


def test_w32_exact_target() -> None:
    """W32."""
    rules, target = rules_with(), Target(None, 30)
    assert GAME.meta.targets[0] == target
    assert GAME.standing(rules, target, after((30, 1, 0))).decided
    assert not GAME.standing(rules, target, after((29, 1, 0))).decided


def test_w33_failed_attempts_leave_no_trace() -> None:
    """W33."""
    scene = raced().play(2, "kind-yellow", 1, "KINDERSPIEL")
    before = [codec.encode(scene.board(viewer)) for viewer in (0, 2, 3, None)]
    attempts = (
        PlayCard("auto-red", 0, "AUTOBAHN", 7),
        PlayCard("auto-red", 0, "AUTOBAHN", scene.seq),
        PlayCard("auto-red", 1, "FUSSBALL", scene.seq),
        PlayCard("haus-red", 1, "KINDERHAUS", scene.seq),
    )
    codes = [scene.code(1, action) for action in attempts]
    assert codes == [
        "too_late",
        "wrong_colour",
        "word_not_from_cards",
        "unknown_card",
    ] or codes == [
        "too_late",
        "wrong_colour",
        "wrong_colour",
        "unknown_card",
    ]
    assert [codec.encode(scene.board(viewer)) for viewer in (0, 2, 3, None)] == before
    assert COLOURS[scene.state.colour] == "yellow"
