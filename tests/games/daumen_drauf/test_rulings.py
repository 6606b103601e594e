"""The rulings, each by its number, and clauses that no scenario shows (RULES.md 9)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from games.daumen_drauf import GAME, refusals
from games.daumen_drauf.actions import Acknowledge, Offer, Parry, Pass, Raise, TimeUp
from games.daumen_drauf.cards import CARDS, HAND, deck, twin
from games.kernel.chance import SeededChance
from games.kernel.contract import Start, T
from tests.games.contract.rounds import play_round
from tests.games.daumen_drauf.scene import Scene, name, rules_with


def began(seed: int, start: Start, seats: int = 4) -> int:
    state = GAME.deal(rules_with(), seats, start, SeededChance(bytes([seed]))).state
    assert state.active == state.leader == state.began
    return state.began


def test_r1_random_start_then_one_seat_further_left() -> None:
    """DD-R1."""
    assert {began(seed, Start(number=1, at_ms=0)) for seed in range(40)} == {0, 1, 2, 3}
    for before in range(4):
        assert began(7, Start(number=2, at_ms=0, began=before)) == (before + 1) % 4


class Unshuffled(SeededChance):
    """A chance that leaves the deck as it is."""

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        return tuple(items)


def test_cards_are_shuffled_and_dealt_one_by_one() -> None:
    """RULES.md 2.1."""
    start = Start(number=1, at_ms=0)
    state = GAME.deal(rules_with(), 3, start, Unshuffled(b"deal")).state
    cards = deck(3)
    assert state.hands == tuple(cards[seat : 3 * HAND : 3] for seat in range(3))
    assert state.stock == cards[3 * HAND :]
    hands = {
        GAME.deal(rules_with(), 3, start, SeededChance(bytes([k]))).state.hands for k in (1, 2)
    }
    assert len(hands) == 2


def test_r2_outbid_cards_stay_until_their_seat_raises() -> None:
    """DD-R2."""
    scene = Scene("Y1+ G1+", "Y2- B2+", "Y3+ B1+").offer(0, "Y1+").raise_(1, "Y2-")
    scene.raise_(2, "Y3+").pass_(0)
    assert [shown.thumb for shown in scene.board().trick] == [True, True, True]
    assert [place.offer for place in scene.board().places] == ["yellow-1", "yellow-2", "yellow-3"]
    scene.raise_(1, "B2+")
    assert [shown.thumb for shown in scene.board().trick] == [True, False, True, True]


def test_r3_nobody_acts_out_of_turn() -> None:
    """DD-R3."""
    scene = Scene("Y1+ G1+", "Y2- B2+", "Y3+ B1+").offer(0, "Y1+")
    assert scene.raising(2, "Y3+") == scene.raising(0, "G1+") == "not_your_turn"


def test_r4_raising_again_has_to_beat_the_highest() -> None:
    """DD-R4."""
    scene = Scene("Y1+ Y2+ Y4+", "Y3- B2+").offer(0, "Y1+").raise_(1, "Y3-")
    assert scene.raising(0, "Y2+") == "not_higher"
    assert scene.raising(0, "Y4+") is None


def test_r6_the_twin_belongs_to_the_trick() -> None:
    """DD-R6: the two of them together count 0."""
    scene = Scene("Y1+", "Y1- G1+", stock="", piles=("", "")).offer(0, "Y1+").parry(1, "Y1-")
    scene.look()
    score = scene.board().ended.scores[1]  # type: ignore[union-attr]
    rest = len(CARDS) * 24 // 54 - 3
    assert score.harmless + score.poisonous == rest + 2


def test_r7_there_is_no_parry_of_a_parry() -> None:
    """DD-R7."""
    scene = Scene("Y1+ G1+", "Y1- G1-", "Y2+").offer(0, "Y1+").parry(1, "Y1-")
    for seat in (0, 2):
        assert scene.offers(seat) == (Acknowledge(),)


def test_r8_an_outbid_chain_ends_after_all_others_passed_once() -> None:
    """DD-R8."""
    scene = Scene("Y1+ G1+", "Y2- B2+", "Y3+ B1+", "B3+").offer(0, "Y1+").pass_(1, 2)
    assert scene.phase == "bid"
    assert scene.pass_(3).phase == "review"


def test_r10_piles_show_their_height_only() -> None:
    """DD-R10."""
    for viewer in (0, 1, None):
        for position in play_round(GAME, 3, 4).positions:
            board = GAME.observe(rules_with(), position.state, viewer)
            assert [place.pile for place in board.places] == list(map(len, position.state.piles))
            assert all(place.taken == () for place in board.places)


def test_r12_an_offered_card_is_not_in_the_hand() -> None:
    """DD-R12."""
    scene = Scene("Y1+ G1+", "Y2- B2+").offer(0, "Y1+")
    assert scene.board().places[0].cards == 1
    assert scene.board(0).hand == (name("G1+"),)


def test_r13_everybody_passing_all_the_time_ends_a_round() -> None:
    """DD-R13: the leader must offer, so each trick takes a card away."""
    scene = Scene("Y1+ G1+ B1+ Y2+ G2+", "Y1- G1- B1- Y2- G2-")
    tricks = 0
    while scene.phase != "over":
        leader = scene.active
        scene.do(leader, scene.offers(leader)[0]).pass_(1 - leader).look()
        tricks += 1
    assert tricks == 5 + 14  # the leader plays its hand and the whole stock
    assert scene.outcome.reason == "one_left"


def test_r15_who_is_left_with_cards_keeps_its_pile() -> None:
    """DD-R15."""
    scene = Scene("Y1+ G1+", "Y2-", stock="", piles=("B1+ B2+", "")).offer(0, "Y1+")
    scene.raise_(1, "Y2-").pass_(0).look()
    ended = scene.board().ended
    assert ended is not None
    assert (ended.scores[0].harmless, ended.scores[0].left, ended.scores[0].points) == (2, 1, 1)


def test_r18_the_order_of_colours_lies_open() -> None:
    """RULES.md 3.2, DD-R18."""
    scene = Scene("B1+ G1+", "Y2- B2+", "G3+ B3+").offer(0, "B1+").raise_(1, "Y2-")
    assert scene.board().order == ("black", "yellow")
    highest = scene.board().highest
    assert highest is not None
    assert (highest.seat, highest.card, highest.value) == (1, "yellow-2", 2)
    assert (highest.colour, highest.fresh) == ("yellow", ("green",))
    assert scene.raise_(2, "G3+").board().highest.fresh == ()  # type: ignore[union-attr]


def test_r19_passing_is_always_allowed() -> None:
    """DD-R19."""
    scene = Scene("Y1+ G1+", "Y1- Y2- B2+").offer(0, "Y1+")
    assert scene.code(1, Pass()) is None


def test_r20_the_leader_parries_once_raised() -> None:
    """DD-R20."""
    scene = Scene("Y1+ Y2+", "Y2- B2+").offer(0, "Y1+").raise_(1, "Y2-").parry(0, "Y2+")
    assert scene.look().pile(0) == {name("Y1+"), name("Y2-"), name("Y2+")}


def test_seats_with_cards_are_always_asked() -> None:
    """RULES.md 3.5: this holds even for a seat that can only pass."""
    scene = Scene("B4+ Y1+", "B1+ B2-", "B3+ B1-").offer(0, "B4+")
    assert scene.offers(1) == (Pass(),)
    assert scene.pass_(1).active == 2
    assert scene.deadlines()[0].kind == "bid"


def test_a_trick_of_all_others_without_cards_is_over_at_once() -> None:
    """RULES.md 3.7, 3.8."""
    scene = Scene("Y1+ Y3+", "Y2-", stock="").offer(0, "Y1+").raise_(1, "Y2-").raise_(0, "Y3+")
    assert scene.phase == "review"


def test_why_a_card_cannot_raise() -> None:
    """Each refusal has its own sentence."""
    scene = Scene("Y3+ B1+", "G4- B2+", "G4+ G1+ Y4+ B3+", "Y1+")
    scene.offer(0, "Y3+").raise_(1, "G4-")
    assert scene.refusal(2, Raise(name("G4+"))) == refusals.TWIN_CANNOT_RAISE
    assert scene.refusal(2, Raise(name("Y4+"))) == refusals.OLDER_COLOUR
    assert scene.refusal(2, Raise(name("G1+"))) == refusals.too_low(4)
    assert scene.refusal(2, Raise(name("B1+"))) == refusals.NOT_IN_HAND
    assert scene.refusal(2, Raise("purple")) == refusals.NOT_IN_HAND
    assert scene.refusal(2, Offer(name("B3+"))) == refusals.ALREADY_BEGUN
    assert scene.refusal(2, Acknowledge()) == refusals.NOTHING_TO_LOOK_AT


def test_what_is_refused_to_a_leader_and_in_the_review() -> None:
    scene = Scene("Y3+ B1+", "Y1+ B2+")
    for action in (Raise(name("Y3+")), Parry(name("Y3+"))):
        assert scene.refusal(0, action) == refusals.NOTHING_TO_BEAT
    assert scene.refusal(0, Pass()) == refusals.MUST_OFFER
    assert scene.refusal(0, Offer(name("Y1+"))) == refusals.NOT_IN_HAND
    scene.offer(0, "Y3+").pass_(1)
    for other in (Raise(name("B1+")), Parry(name("B1+")), Offer(name("B1+")), Pass()):
        assert scene.refusal(0, other) == refusals.LOOK_FIRST
    assert scene.code(0, TimeUp()) == "not_allowed"


def test_what_a_selection_means() -> None:
    """The twin of the highest card means a parry, any other card a raise."""
    scene = Scene("Y3+ B1+", "Y3- G1+ Y1+")
    assert scene.meant(0, name("B1+")) == Offer(name("B1+"))
    scene.offer(0, "Y3+")
    assert scene.meant(1, name("Y3-")) == Parry(name("Y3-"))
    assert scene.meant(1, name("Y1+")) == Raise(name("Y1+"))
    assert scene.meant(1, "pass") == Pass()
    assert scene.meant(1, "acknowledge") == Acknowledge()
    for nothing in (("yellow-3",), ("x",), (), (name("Y1+"), name("G1+")), ("pass", "pass")):
        assert scene.meant(1, *nothing) is None


@pytest.mark.parametrize("seats", [2, 3, 5, 7])
def test_scores_add_up(seats: int) -> None:
    """RULES.md 5.3, 5.4: the event of the round agrees with the outcome."""
    for seed in range(6):
        played = play_round(GAME, seats, 40 + seed)
        outcome = GAME.outcome(played.rules, played.last.state)
        assert outcome is not None
        left = [card for hand in played.last.state.hands for card in hand]
        assert sum(outcome.scores) == -2 * sum(card % 2 == 0 for card in left)
        (counted,) = (event for event in played.last.events if event.kind == "counted")
        assert tuple(counted.data["points"]) == outcome.scores
        assert outcome.reason == ("one_left" if left else "none_left")
        better = [sum(other > score for other in outcome.scores) for score in outcome.scores]
        assert outcome.places == tuple(1 + count for count in better)


def test_twins_are_beside_each_other() -> None:
    """RULES.md 1.2."""
    for card, its_name in enumerate(CARDS):
        face, poison = its_name.rsplit("-", 1)
        other = {"harmless": "poisonous", "poisonous": "harmless"}[poison]
        assert CARDS[twin(card)] == f"{face}-{other}"
