"""The scenarios of SCENARIOS.md.

Seats: 0 is Benedikt, 1 Dominik, 2 Thoren, 3 Andreas, clockwise.
"""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from games.kernel import codec
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import (
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    PlaceRevealed,
    Reveal,
)
from tests.games.contract.rounds import rules_of, start_round
from tests.games.schlafmuetzen.scene import Scene

B, D, T, A = range(4)


@pytest.mark.parametrize(
    ("seats", "counts"),
    [
        (2, [48, 47]),
        (3, [32, 32, 31]),
        (4, [24, 24, 24, 23]),
        (5, [19] * 5),
        (6, [16] * 5 + [15]),
        (7, [14] * 4 + [13] * 3),
        (8, [12] * 7 + [11]),
    ],
)
def test_a01_setup(seats: int, counts: list[int]) -> None:
    """A01."""
    for seed in range(6):
        state = start_round(GAME, seats, seed, rules_of(GAME)).opening.state
        piles = state.piles
        assert [pile[-1] for pile in piles.middle] == [1] * 5
        clockwise = [(state.began + step) % seats for step in range(seats)]
        assert [len(piles.draws[seat]) for seat in clockwise] == counts
        dealt = Counter(card for pile in piles.draws for card in pile)
        assert dealt == dict.fromkeys(range(2, 21), 5)
        assert piles.discards == ((),) * seats
        assert state.active == state.began


def test_a02_example_1() -> None:
    """A02: a 3 on the 2 in the middle; Benedikt goes on, and a call is wrong."""
    scene = Scene("3 8", "9 9", "9 9", middle="2 1 1 1 1").reveal().lay("middle-0")
    assert scene.tops()[0] == 3
    assert (scene.active, scene.phase) == (B, "open")
    scene.call(T)
    assert scene.kinds() == ["called_wrongly"]


def example_2() -> Scene:
    """Return a scene: Benedikt reveals 9 and has a 10 like Andreas; no other pile fits."""
    return Scene(
        "9 15 18 | 10", "7 7", "6 6", "5 5 | 10", middle="1 1 1 1 1"
    ).reveal()  # fmt: skip


def test_a03_example_2() -> None:
    """A03."""
    scene = example_2().lay("seat-3")
    assert scene.board().places[A].top == 9
    assert (scene.active, scene.phase) == (B, "open")
    scene.call(D)
    assert scene.kinds() == ["called_wrongly"], "his own 10 did not fit on the 10 of Andreas"


def test_a04_example_3() -> None:
    """A04."""
    scene = example_2().lay("seat-3").lay_discard("seat-3")
    assert scene.discard(A) == [10, 9, 10]
    scene.reveal().keep()
    assert scene.discard(B) == [15]
    assert scene.active == D
    assert scene.state.laid[-1].mistake is None
    assert "unnoticed" not in [event.kind for event in scene.events]


def test_a05_example_3_skipped() -> None:
    """A05."""
    scene = example_2().lay("seat-3").reveal().keep().call(T)
    assert scene.error == "overlooked_discard"
    assert scene.discard(B) == [10, 15]
    assert scene.last("penalty").data == {"seat": B, "givers": [D, T, A]}
    assert scene.draw(B) == [18, 7, 6, 5]
    assert [len(scene.draw(seat)) for seat in (D, T, A)] == [1, 1, 1]
    assert (scene.active, scene.phase) == (D, "open")


def example_4(**chosen: str) -> Scene:
    """Return a scene: Dominik could lay his 5 on the 4 in the middle, but turns a 13."""
    return Scene(
        "8 8", "13 3 | 5", "9 9", "20 20", middle="4 1 1 1 1", active=D, **chosen
    ).reveal()  # fmt: skip


def test_a06_examples_4_and_5() -> None:
    """A06."""
    scene = example_4().keep()
    latest = scene.latest
    scene.call(B)
    assert scene.error == "overlooked_discard"
    data = scene.last("called_out").data
    assert (data["card"], data["source"], data["targets"]) == (5, "discard", ["middle-0"])
    assert scene.discard(D) == [5, 13]
    assert scene.draw(D) == [3, 9, 20, 8]
    assert (scene.active, scene.phase) == (T, "open")
    before = scene.state
    for late in (T, A):
        assert scene.code(late, CallSchlafmuetze(latest)) == "window_closed"
    assert scene.state == before


def test_a07_correction() -> None:
    """A07."""
    scene = example_4().lay_discard("middle-0")
    assert (scene.phase, scene.turned) == ("revealed", 13)
    scene.call(A)
    assert scene.kinds() == ["called_wrongly"]
    assert (scene.active, scene.phase, scene.turned) == (D, "revealed", 13)


def test_a08_turning_is_no_mistake() -> None:
    """A08."""
    scene = Scene("15 8 8", "13 3 | 5", "9 9", "20 20", middle="4 1 1 1 1")
    scene.reveal().keep().reveal()
    seq = scene.seq
    scene.call(T)
    assert scene.last("called_wrongly").data["accused"] == B
    assert scene.draw(B) == [8]
    assert scene.draw(T) == [9, 9, 8]
    assert (scene.active, scene.phase, scene.turned, scene.seq) == (D, "revealed", 13, seq)


def test_a09_middle_first() -> None:
    """A09."""
    scene = Scene("7 2", "9 9", "9 9", "9 9 | 8", middle="6 1 1 1 1").reveal()
    scene.lay("seat-3").call(D)
    assert scene.error == "wrong_priority"
    assert scene.discard(B) == [7]
    assert scene.discard(A) == [8]
    assert scene.active == D


def test_a10_nearest_first() -> None:
    """A10."""
    scene = Scene("2 2", "7 2", "9 9 | 6", "9 9 | 8", active=D).reveal().lay("seat-3").call(B)
    assert scene.error == "wrong_priority"
    assert scene.last("called_out").data["targets"] == ["seat-2"]
    assert scene.discard(D) == [7]


@pytest.mark.parametrize("choice", ["middle-1", "middle-3"])
def test_a11_free_choice(choice: str) -> None:
    """A11."""
    scene = Scene("7 2", "9 9", middle="1 6 1 6 1").reveal().lay(choice).call(D)
    assert scene.kinds() == ["called_wrongly"]


def test_a12_right_pile_wrong_order() -> None:
    """A12."""
    scene = Scene("9 2 | 5", "3 3", middle="4 8 1 1 1").reveal().lay("middle-1").call(D)
    assert scene.error == "overlooked_discard"
    assert scene.discard(B) == [5, 9]
    assert scene.tops() == [4, 8, 1, 1, 1]
    assert scene.draw(B) == [2, 3]


def test_a13_no_wrap() -> None:
    """A13."""
    scene = Scene("20 2", "9 9 | 7").reveal().lay("middle-0").call(D)
    assert scene.error == "does_not_fit"
    scene = Scene("2 5", "9 9 | 20", middle="3 3 3 3 3").reveal().lay("seat-1").call(D)
    assert scene.error == "does_not_fit"


def test_a14_complete_pile() -> None:
    """A14."""
    for card in (2, 19, 20):
        scene = Scene(f"{card} 5", "9 9", middle="20 3 3 3 3").reveal().lay("middle-0")
        assert scene.tops()[0] == card
        assert scene.call(D).error == "does_not_fit"
        assert scene.tops()[0] == 20


def test_a15_empty_pile_of_an_opponent() -> None:
    """A15."""
    scene = Scene("7 2", "9 9", "9 9").reveal()
    before = scene.state
    assert scene.code(B, PlaceRevealed(scene.seq, "seat-2")) == "target_empty"
    assert scene.state == before


def test_a16_own_pile_as_target() -> None:
    """A16."""
    scene = Scene("7 2 | 9", "9 9", "9 9").reveal()
    assert scene.code(B, PlaceRevealed(scene.seq, "seat-0")) == "invalid_target"
    assert scene.code(B, PlaceDiscardTop(scene.seq, "seat-0")) == "invalid_target"


def test_a17_draw_pile_empty() -> None:
    """A17."""
    scene = Scene("| 4 9 12", "17 17").reveal()
    assert scene.last("turned").data == {"seat": B, "card": 4, "over": 3}
    assert scene.draw(B) == [9, 12]
    assert scene.discard(B) == []


def test_a18_the_pile_stays_open() -> None:
    """A18."""
    scene = Scene("| 8 4 3", "17 17", middle="2 1 1 1 1")
    scene.lay_discard("middle-0").lay_discard("middle-0")
    assert scene.discard(B) == [8]
    assert scene.draw(B) == []
    assert scene.phase == "open"


def test_a19_single_card() -> None:
    """A19."""
    scene = Scene("| 6", "17 17").reveal()
    assert scene.turned == 6
    scene.keep()
    assert (scene.active, scene.discard(B)) == (D, [6])
    scene.call(D)
    assert scene.kinds() == ["called_wrongly"]
    assert scene.last("called_wrongly").data["cost"] == "locked", "it is his last card"


def test_a20_oversight_when_turning_over() -> None:
    """A20."""
    scene = Scene("| 4 12", "17 17", "18 18", middle="11 1 1 1 1").reveal().keep().call(D)
    assert scene.error == "overlooked_discard"
    assert scene.last("called_out").data["card"] == 12
    assert scene.discard(B) == [4]
    assert scene.draw(B) == [12, 17, 18]


def test_a20_turned_back_in_time() -> None:
    """A20."""
    scene = Scene("| 4 12", "17 17", "18 18", middle="11 1 1 1 1").reveal().undo()
    assert (scene.phase, scene.discard(B)) == ("open", [4, 12])
    scene.lay_discard("middle-0").call(D)
    assert scene.kinds() == ["called_wrongly"]


def last_card_laid(card: int) -> Scene:
    scene = Scene(f"{card}", "9 9", "17 18", middle="4 1 1 1 1").reveal().lay("middle-0")
    assert scene.phase == "win_window"
    return scene


def test_a21_win() -> None:
    """A21."""
    scene = last_card_laid(5).time_up()
    assert scene.kinds() == ["let_stand", "round_over"]
    assert (scene.outcome.places, scene.outcome.reason) == ((1, 2, 2), "laid")


def test_a21_win_when_all_accept() -> None:
    """RULES.md 5.3, A21."""
    scene = last_card_laid(5).accept(T)
    assert scene.phase == "win_window"
    assert scene.accept(D).outcome.places == (1, 2, 2)


def test_a22_wrong_last_card() -> None:
    """A22."""
    scene = last_card_laid(9).call(T)
    assert scene.error == "does_not_fit"
    assert scene.discard(B) == [9]
    assert scene.draw(B) == [9, 18]
    assert (scene.active, scene.phase) == (D, "open")


def test_a23_penalty_with_an_empty_pile() -> None:
    """A23."""
    scene = Scene("9 2", "3 3", "| 17", "4 4").reveal().lay("middle-0").call(D)
    assert scene.last("penalty").data["givers"] == [D, A]
    assert scene.draw(B) == [2, 3, 4]
    assert scene.discard(T) == [17]


def test_a24_penalty_wins() -> None:
    """A24."""
    scene = Scene("9 2", "3 3", "17", "4 4").reveal().lay("middle-0").call(D)
    assert scene.phase == "over"
    assert scene.outcome.places == (2, 2, 1, 2)
    assert scene.outcome.reason == "given"


def test_a25_nobody_called() -> None:
    """A25."""
    scene = Scene("9 10 2", "3 3", middle="3 1 1 1 1").reveal().lay("middle-0")
    wrong = scene.latest
    scene.reveal().lay("middle-0")
    assert scene.code(D, CallSchlafmuetze(wrong)) == "window_closed"
    assert scene.tops()[0] == 10
    assert scene.call(D).kinds() == ["called_wrongly"], "on the 9 there, a 10 is right"


def test_a26_pending_reveal() -> None:
    """A26."""
    scene = Scene("9 13 2", "3 3", middle="3 1 1 1 1").reveal().lay("middle-0").reveal()
    assert scene.turned == 13
    scene.call(D)
    assert scene.last("taken_back").data["hidden"] == [[B, 13]]
    assert scene.draw(B) == [13, 2, 3]
    assert scene.discard(B) == [9]
    assert (scene.active, scene.phase, scene.turned) == (D, "open", 0)


def test_a27_who_may_not() -> None:
    """A27."""
    scene = Scene("9 13 2", "3 3", middle="3 1 1 1 1").reveal().lay("middle-0")
    assert scene.code(D, Reveal(scene.seq)) == "not_your_turn"
    assert scene.code(D, KeepRevealed(scene.seq)) == "not_your_turn"
    assert scene.calling(B) == "not_allowed"
    assert scene.calling(None) == "not_seated"


@pytest.mark.parametrize("scope", ["last_placement", "last_turn"])
@pytest.mark.parametrize("source", ["turned", "discard"])
def test_a28_nothing_tells_right_from_wrong(source: str, scope: str) -> None:
    """A28: two equal states, in which a card is laid where it fits and where it does not.

    All viewers get the same bytes then, and after the next card is turned. Only the target and its
    cards differ.
    """
    looks = []
    for target, right in (("middle-0", True), ("middle-1", False), ("seat-1", False)):
        own = "5 8 7 | 17" if source == "turned" else "8 8 7 | 17 5"
        scene = Scene(own, "3 3 | 12", "6 6 | 14", middle="4 1 1 1 1", call_scope=scope)
        if source == "turned":
            scene.reveal().lay(target)
        else:
            scene.lay_discard(target)
        assert (scene.state.laid[-1].mistake is None) == right
        after_the_card = everything(scene)
        scene.reveal()
        looks.append((after_the_card, everything(scene)))
    assert looks[0] == looks[1] == looks[2]


def everything(scene: Scene) -> list[str]:
    """Return all that the server sends to each viewer, without the target and the piles' cards.

    This is boards, events, offers and their pieces, refusals, the seats that may act, and
    deadlines.
    """
    sent: list[str] = []
    samples = [action for seat in range(scene.state.seats) for action in scene.offers(seat)]
    for viewer in (*range(scene.state.seats), None):
        board = scene.board(viewer)
        assert board.laid is not None
        places = tuple(replace(place, top=None, discard=0) for place in board.places)
        laid = replace(board.laid, target="")
        sent.append(codec.encode(replace(board, middle=(), places=places, laid=laid)))
        for event in scene.told:
            if event.visible_to(viewer):
                bare = {name: what for name, what in event.data.items() if name != "target"}
                sent.append(codec.encode(replace(event, data=bare)))
        sent += [codec.encode(offer) for offer in scene.offers(viewer)]
        sent += [" ".join(GAME.selection_of(offer)) for offer in scene.offers(viewer)]
        sent += [repr(scene.refusal(viewer, action)) for action in samples]
        sent += [repr(GAME.to_act(scene.rules, scene.state)), repr(scene.deadlines())]
    return sent
