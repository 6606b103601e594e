"""The scenarios of SCENARIOS.md."""

from __future__ import annotations

from collections import Counter

import pytest

from games.daumen_drauf import GAME
from games.daumen_drauf.actions import Parry, Pass, Raise
from games.daumen_drauf.cards import CARDS
from games.kernel import codec
from games.kernel.contract import Outcome, Target, Viewer
from tests.games.contract.rounds import rules_of, start_round
from tests.games.daumen_drauf.scene import Scene, cards, name, rules_with


@pytest.mark.parametrize(
    ("seats", "highest", "stock"),
    [(2, 4, 14), (3, 5, 15), (4, 6, 16), (5, 7, 17), (6, 8, 18), (7, 9, 19)],
)
def test_d01_setup(seats: int, highest: int, stock: int) -> None:
    """D01: decks and stock by number of seats; each face is there twice, once poisonous."""
    for seed in range(5):
        played = start_round(GAME, seats, seed, rules_of(GAME))
        state = played.opening.state
        assert [len(hand) for hand in state.hands] == [5] * seats
        assert len(state.stock) == stock
        names = [CARDS[card] for part in (*state.hands, state.stock) for card in part]
        faces = Counter(name.rsplit("-", 1)[0] for name in names)
        values = range(1, highest + 1)
        assert faces == {f"{c}-{v}": 2 for c in ("yellow", "green", "black") for v in values}
        poisonous = {name for name in names if name.endswith("-poisonous")}
        assert {name.rsplit("-", 1)[0] for name in poisonous} == set(faces)
        assert len(poisonous) == len(faces)


def test_d02_example_of_the_leaflet() -> None:
    """D02: Y3, Y5, G4, B1: yellow < green < black, and now only black cards are higher."""
    scene = Scene("Y3+ B2- B1- Y6+ G6+ B6-", "Y5-", "G4+ G1+", "B1+ Y1+")
    scene.offer(0, "Y3+").raise_(1, "Y5-").raise_(2, "G4+").raise_(3, "B1+")
    assert scene.active == 0
    assert scene.board().order == ("yellow", "green", "black")
    assert scene.raising(0, "Y6+") == scene.raising(0, "G6+") == "not_higher"
    assert scene.raising(0, "B2-") is scene.raising(0, "B6-") is None
    assert scene.parrying(0, "B1-") is None
    assert scene.parrying(0, "B2-") == "not_twin"
    assert set(scene.offers(0)) == {
        Pass(), Raise(name("B2-")), Raise(name("B6-")), Parry(name("B1-")),
    }  # fmt: skip


def test_d03_new_colour_of_lower_value() -> None:
    """D03."""
    scene = Scene("Y5+ Y1+", "G1- Y2+", "B1+").offer(0, "Y5+")
    assert scene.raising(1, "G1-") is None
    assert scene.raise_(1, "G1-").board().order == ("yellow", "green")


def test_d04_older_colour() -> None:
    """D04."""
    hands = ("Y3+", "G4-", "Y9+ Y4+", "B1+", "B2+", "B3+", "B4+")
    scene = Scene(*hands).offer(0, "Y3+").raise_(1, "G4-")
    assert scene.raising(2, "Y9+") == "not_higher"


def test_d05_same_value() -> None:
    """D05: the twin is not higher, but it parries."""
    scene = Scene("Y5+ Y1+", "Y5- Y2+", "B1+").offer(0, "Y5+")
    assert scene.raising(1, "Y5-") == "not_higher"
    assert scene.parrying(1, "Y5-") is None


def test_d06_the_leader_must_offer() -> None:
    """D06."""
    assert Scene("Y1+", "Y2+").code(0, Pass()) == "must_offer"


def test_d07_all_pass() -> None:
    """D07: the leader takes one card and leads again."""
    scene = Scene("Y3+ G1+", "Y1+ Y2+", "B1+ B2+").offer(0, "Y3+").pass_(1, 2)
    assert scene.phase == "review"
    assert scene.last("trick_taken").data["cards"] == [name("Y3+")]
    scene.look()
    assert scene.pile(0) == {name("Y3+")}
    assert (scene.phase, scene.active) == ("lead", 0)


def test_d08_pass_and_enter_again() -> None:
    """D08."""
    scene = Scene("Y1+ Y4- G2+", "Y5+ G1+", "Y2-").offer(0, "Y1+").pass_(1).raise_(2, "Y2-")
    scene.raise_(0, "Y4-")
    assert scene.active == 1
    assert scene.raising(1, "Y5+") is None
    assert scene.raise_(1, "Y5+").phase == "bid"


def raised_again() -> Scene:
    """Return the scene of D09: seat 0 has released Y1 and holds out Y3."""
    scene = Scene("Y1- Y3+ G2+", "Y2+ G1+ G3-", "B1+ B2+", leader=0)
    return scene.offer(0, "Y1-").raise_(1, "Y2+").pass_(2).raise_(0, "Y3+")


def test_d09_not_over_after_one_round() -> None:
    """D09."""
    scene = raised_again()
    assert scene.kinds() == ["released", "raised"]
    assert scene.last("released").data == {"seat": 0, "card": name("Y1-")}
    assert (scene.phase, scene.active) == ("bid", 1)


def test_d10_what_is_released_is_open() -> None:
    """D10."""
    assert raised_again().shown(2) == ["yellow-1-poisonous", "yellow-2", "yellow-3"]


def test_d11_the_outbid_pass() -> None:
    """D11."""
    scene = raised_again().pass_(1, 2)
    assert scene.phase == "review"
    for viewer in (0, 1, 2, None):
        assert scene.shown(viewer) == [name("Y1-"), name("Y2+"), name("Y3+")]
    assert scene.look().pile(0) == {name("Y1-"), name("Y2+"), name("Y3+")}


def parried() -> Scene:
    """Return the scene of D12, before seat 2 decides about its twin of the highest card, G4."""
    return Scene("Y3+ Y1+", "G4- Y2+", "G4+ G5+ Y4+", "B1+ B2+").offer(0, "Y3+").raise_(1, "G4-")


def test_d12_parry() -> None:
    """D12."""
    scene = parried().parry(2, "G4+")
    assert scene.kinds() == ["parried", "trick_taken"]
    assert scene.phase == "review"
    assert scene.code(3, Pass()) == "wrong_phase"
    scene.look()
    assert scene.pile(2) == {name("Y3+"), name("G4-"), name("G4+")}
    assert (scene.phase, scene.active) == ("lead", 2)


def test_d13_parry_is_optional() -> None:
    """D13."""
    assert parried().code(2, Pass()) is None
    assert parried().raising(2, "G5+") is None
    assert parried().pass_(2).active == 3
    assert parried().raise_(2, "G5+").active == 3


def test_d14_parry_with_an_own_offer() -> None:
    """D14."""
    scene = Scene("Y1+ G1+", "Y2- B3- G2+", "B3+ G3+").offer(0, "Y1+").raise_(1, "Y2-")
    scene.raise_(2, "B3+").pass_(0).parry(1, "B3-")
    assert scene.look().pile(1) == {name("Y1+"), name("Y2-"), name("B3+"), name("B3-")}


def test_d15_wrong_parry() -> None:
    """D15: only the twin of the highest card parries, not the twin of an outbid card."""
    scene = Scene("Y1+ G1+", "Y2- G4+", "Y1- G3+").offer(0, "Y1+").raise_(1, "Y2-")
    assert scene.parrying(2, "Y1-") == scene.parrying(2, "G3+") == "not_twin"


def test_d16_parry_out_of_turn() -> None:
    """D16."""
    scene = Scene("Y1+ G1+", "Y2- G4+", "Y1- G3+").offer(0, "Y1+")
    assert scene.parrying(2, "Y1-") == "not_your_turn"


def test_d17_order_of_filling_up() -> None:
    """D17: with a stock of 3, the winner needs 2 and the next seat 2."""
    scene = Scene(
        "Y1+ Y2+ Y3+ Y4+", "B1+ B2+ B3+ B4+", "G1+ G2+ G3+ G4+ G5+",
        stock="Y5+ Y5- B5+", leader=1,
    )  # fmt: skip
    scene.offer(1, "B1+").pass_(2).raise_(0, "Y1+").pass_(1, 2)
    assert scene.counts() == [3, 3, 5]
    scene.look()
    assert scene.last("put_away").data == {"seat": 0, "drawn": [2, 1, 0], "leader": 0}
    assert scene.counts() == [5, 4, 5]
    assert set(cards("Y5+ Y5-")) <= set(scene.state.hands[0])
    assert set(cards("B5+")) <= set(scene.state.hands[1])


def test_4_4_everybody_draws_up_to_five() -> None:
    """RULES.md 4.4: a seat with an empty hand draws, too; a seat with five cards draws none."""
    scene = Scene("Y1+", "Y2- G1+", "G2+ G3+ G4+ G5+ B1+").offer(0, "Y1+").raise_(1, "Y2-")
    scene.pass_(2).look()
    assert scene.last("put_away").data["drawn"] == [5, 4, 0]
    assert scene.counts() == [5, 5, 5]


def test_4_4_one_after_the_other_from_who_took_the_trick() -> None:
    """RULES.md 4.4: the winner has five before the next seat draws; the last ones get the rest."""
    scene = Scene(
        "Y1+", "Y2- G1+", "G2+ G3+ G4+", stock="Y3+ Y3- Y4+ Y4- B2+ B2- B3+ B3- B4+"
    )  # fmt: skip
    scene.offer(0, "Y1+").raise_(1, "Y2-").pass_(2).look()
    assert scene.last("put_away").data == {"seat": 1, "drawn": [3, 4, 2], "leader": 1}
    assert set(scene.state.hands[1]) == set(cards("G1+ Y3+ Y3- Y4+ Y4-"))
    assert set(scene.state.hands[2]) == set(cards("G2+ G3+ G4+ B2+ B2-"))
    assert set(scene.state.hands[0]) == set(cards("B3+ B3- B4+"))
    assert not scene.state.stock


def test_4_4_who_had_no_card_left_goes_on() -> None:
    """RULES.md 4.4, 5.1: the end of the round is checked after filling up."""
    scene = Scene("Y1+", "Y2-").offer(0, "Y1+").raise_(1, "Y2-").look()
    assert scene.last("put_away").data == {"seat": 1, "drawn": [5, 5], "leader": 1}
    assert (scene.phase, scene.active) == ("lead", 1)


def test_d18_winner_without_cards() -> None:
    """D18: with an empty stock, the winner has 0 cards, the next seats have 0, 2 and 1."""
    scene = Scene("Y6+", "Y1+", "G1+ G2+", "B1+", stock="", leader=1)
    scene.offer(1, "Y1+").pass_(2, 3).raise_(0, "Y6+").pass_(2, 3).look()
    assert scene.counts() == [0, 0, 2, 1]
    assert scene.last("put_away").data["leader"] == 2
    assert (scene.phase, scene.active) == ("lead", 2)


def test_d18_no_fourth_seat() -> None:
    """D18."""
    scene = Scene("Y5+", "Y1+", "G1+ G2+", stock="", leader=1)
    scene.offer(1, "Y1+").pass_(2).raise_(0, "Y5+").pass_(2).look()
    assert scene.phase == "over"
    assert scene.last("put_away").data["leader"] is None


def test_d19_an_empty_hand_is_skipped() -> None:
    """D19: it counts as a pass, and the card stays held out."""
    scene = Scene("Y1+ Y4+", "Y2-", "Y3+ G1+", stock="").offer(0, "Y1+").raise_(1, "Y2-")
    scene.raise_(2, "Y3+").raise_(0, "Y4+")
    assert scene.active == 2
    place = scene.board().places[1]
    assert (place.cards, place.offer, place.passed) == (0, "yellow-2", True)
    scene.pass_(2)
    assert scene.phase == "review"
    assert name("Y2-") in scene.look().pile(0)


def test_d20_one_seat_left() -> None:
    """D20: both its cards count minus one, also the harmless one."""
    scene = Scene("Y1+", "Y2-", "G1+ G2-", stock="", piles=("", "", "B1+ B2+ B3-"))
    counted = 1 + len(scene.state.piles[2])
    scene.offer(0, "Y1+").raise_(1, "Y2-").pass_(2).look()
    assert scene.outcome.reason == "one_left"
    assert scene.board().ended is not None
    score = scene.board().ended.scores[2]  # type: ignore[union-attr]
    assert (score.left, score.points) == (2, score.harmless - score.poisonous - 2)
    assert score.harmless + score.poisonous == counted - 1


def test_d21_nobody_left() -> None:
    """D21."""
    scene = Scene("Y1+", "Y2-", "G1+", stock="").offer(0, "Y1+").raise_(1, "Y2-").raise_(2, "G1+")
    assert scene.phase == "review"  # no other seat has a card to answer with
    scene.look()
    assert scene.outcome.reason == "none_left"
    assert sum(scene.outcome.scores) == 0


def test_d22_no_end_in_the_middle_of_a_trick() -> None:
    """D22: seats 1 and 2 have offered their last cards; seat 0 may still raise, parry or pass."""
    scene = Scene("Y3+ Y1+", "G1-", "Y2+", stock="", leader=2).offer(2, "Y2+").pass_(0)
    scene.raise_(1, "G1-")
    assert scene.active == 0
    assert scene.offers(0) == (Pass(),)
    parry = Scene("G1+ G2+", "G1-", "Y2+", stock="", leader=2).offer(2, "Y2+").pass_(0)
    parry.raise_(1, "G1-")
    assert set(parry.offers(0)) == {Pass(), Raise(name("G2+")), Parry(name("G1+"))}
    parry.pass_(0)
    assert parry.phase == "review"
    assert parry.look().phase == "over"


def test_d23_score() -> None:
    """D23: 6 harmless, 8 poisonous and 1 in hand are -3."""
    taken = "Y1+ Y2+ Y3+ Y4+ Y5+ G1+ Y1- Y2- Y3- Y4- Y5- G1- G2- G3-"
    scene = Scene("B1+ B2+", "B3-", "G5+", stock="", piles=(taken,), leader=1)
    scene.offer(1, "B3-").raise_(2, "G5+").pass_(0).look()
    assert scene.outcome.scores[0] == 6 - 8 - 2
    scene = Scene("B2+", "B3-", "G5+", stock="", piles=(taken,), leader=1)
    scene.offer(1, "B3-").raise_(2, "G5+").pass_(0).look()
    assert scene.outcome.scores[0] == -3
    assert scene.last("counted").data["points"][0] == -3


def test_d24_shared_match() -> None:
    """D24."""
    rounds = [
        Outcome(scores=scores, places=(1, 2, 3), began=0, reason="none_left")
        for scores in ((3, -1, -2), (2, 2, -4), (-1, 3, -2))
    ]
    standing = GAME.standing(rules_with(), Target(rounds=3), rounds)
    assert standing.totals == (4, 4, -8)
    assert standing.places == (1, 1, 3)
    assert standing.decided
    assert not GAME.standing(rules_with(), Target(rounds=3), rounds[:2]).decided


@pytest.mark.parametrize("viewer", [2, None])
def test_d25_nothing_leaks(viewer: Viewer) -> None:
    """D25: no viewer gets the poison of Y2 or Y3, another hand, or a difference between twins."""
    scene = raised_again()
    sent = codec.encode(scene.board(viewer))
    told = "".join(codec.encode(event) for event in scene.events if event.visible_to(viewer))
    own = {CARDS[card] for card in scene.state.hands[viewer]} if viewer is not None else set()
    for card in CARDS:
        if card not in own | {name("Y1-")}:
            assert card not in sent + told
    swapped = Scene("Y1- Y3- G2+", "Y2- G1+ G3-", "B1+ B2+")
    swapped.offer(0, "Y1-").raise_(1, "Y2-").pass_(2).raise_(0, "Y3-")
    assert codec.encode(swapped.board(viewer)) == sent
    assert "".join(codec.encode(e) for e in swapped.events if e.visible_to(viewer)) == told


def test_d26_time_out() -> None:
    """D26: in `bid` the table passes; in `lead` it offers a card drawn from the hand."""
    led = set()
    for drawn in range(20):
        scene = Scene("Y1+ Y2- G3+", "Y4+ G1+", "B1+")
        scene.chance.drawn = drawn
        scene.time_up()
        assert scene.kinds() == ["timed_out", "offered"]
        led.add(scene.state.highest)
    assert led == set(cards("Y1+ Y2- G3+"))
    scene.time_up()
    assert scene.kinds() == ["timed_out", "passed"]
    assert scene.told[0].data == {"seat": 1, "kind": "bid"}
    assert scene.active == 2
