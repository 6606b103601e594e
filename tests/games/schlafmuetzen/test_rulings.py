"""The rulings (SM-R1 to SM-R26) that no scenario shows; RULES.md 10 lists their clauses."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.kernel.chance import SeededChance
from games.kernel.contract import Seat, Start
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import (
    CallSchlafmuetze,
    PlaceDiscardTop,
    PlaceRevealed,
    UndoFlip,
)
from games.schlafmuetzen.duty import mistake, required
from games.schlafmuetzen.state import OWN, TURNED
from tests.games.contract.rounds import Declared, play_round
from tests.games.scene import BEGIN_MS
from tests.games.schlafmuetzen.scene import Scene, rules_with


def begins(
    number: int, began: Seat | None = None, declared: tuple[int | None, ...] = (), first: str = ""
) -> set[Seat]:
    """Return the seats that begin a round of four, over some keys."""
    rules = rules_with(first_player=first or "random")
    said: Declared = {"got_up": declared} if declared else {}
    start = Start(number=number, at_ms=BEGIN_MS, began=began, declared=said)
    keys = [bytes([key]) for key in range(40)]
    return {GAME.deal(rules, 4, start, SeededChance(key)).state.active for key in keys}


def test_r1_who_begins() -> None:
    """SM-R1."""
    assert begins(1) == {0, 1, 2, 3}
    assert begins(2, began=3) == {0}
    assert begins(1, declared=(420, 600, 600, None), first="last_up") == {1, 2}
    assert begins(1, declared=(None, None, None, 1), first="last_up") == {3}
    assert begins(1, declared=(None,) * 4, first="last_up") == {0, 1, 2, 3}
    assert begins(1, declared=(None, None, None, 1)) == {0, 1, 2, 3}, "the table asks no player"
    assert begins(1, first="rotate") == {0}
    assert begins(1, began=1, first="rotate") == {2}, "a rematch continues the order"


def test_r3_and_r4_what_fits() -> None:
    """SM-R3, SM-R4."""
    piles = Scene("5 5", "7 7", "8 8 | 20", "9 9 | 6", middle="20 3 3 3 3").state.piles
    assert required(piles, 0, 1) == (), "no wrap"
    assert required(piles, 0, 19) == ("seat-2",)
    assert required(piles, 0, 7) == ("seat-3",), "the draw pile of seat 1 is no target"
    assert required(piles, 0, 6) == (), "equal values do not fit"
    assert required(piles, 3, 7) == (), "the seat's own pile is no target"
    assert required(piles, 0, 4) == ("middle-1", "middle-2", "middle-3", "middle-4")


@pytest.mark.parametrize(
    ("seat", "first"), [(0, "seat-2"), (1, "seat-2"), (2, "seat-4"), (3, "seat-4"), (4, "seat-2")]
)
def test_r5_the_first_clockwise(seat: Seat, first: str) -> None:
    """SM-R5."""
    piles = Scene("5 5", "5 5", "5 5 | 8", "5 5", "5 5 | 10").state.piles
    assert required(piles, seat, 9) == (first,)


def test_r7_a_correction_onto_an_opponent() -> None:
    """SM-R7."""
    scene = Scene("13 2 | 5", "9 9 | 6", "8 8").reveal().lay_discard("seat-1")
    assert scene.phase == "revealed"
    assert scene.keep().call(1).kinds() == ["called_wrongly"], "13 fits nowhere"


def test_r8_an_overlooked_pile_counts_wherever_the_card_goes() -> None:
    """SM-R8."""
    scene = Scene("| 4 12", "17 17", "18 18", middle="11 3 1 1 1").reveal().lay("middle-1").call(1)
    assert scene.error == "overlooked_discard"
    assert scene.last("called_out").data["targets"] == ["middle-0"]


def test_r8_the_very_card() -> None:
    """SM-R8: a single card that fits is turned and laid, so no card was overlooked."""
    scene = Scene("| 12", "17 17", "18 18", middle="11 3 1 1 1").reveal().lay("middle-0")
    assert scene.phase == "win_window"
    assert scene.call(1).outcome.places == (1, 2, 2)


def test_r9_what_was_not_called_out_is_told_in_the_end() -> None:
    """SM-R9."""
    scene = Scene("9 10", "3 3", middle="3 1 1 1 1").reveal().lay("middle-0").reveal()
    scene.lay("middle-0")
    note = scene.last("unnoticed")
    assert note.audience == ()
    assert note.data == {
        "seat": 0, "seq": 3, "error": "does_not_fit", "laid": 9, "at": "middle-0",
        "card": 9, "source": "turned", "targets": [],
    }  # fmt: skip


def test_8_3_what_is_open_when_the_round_ends_is_told_with_it() -> None:
    """RULES.md 6.1, 6.5, 6.6, 8.3: the end tells a mistake that could still have been called out.

    This holds for every way to end; no viewer sees the mistake before.
    """
    stalled = Scene("| 9 12", "| 17 15 19", middle="8 1 1 1 1")
    while stalled.reveal().phase != "over":
        stalled.keep()
    assert stalled.kinds() == ["turned", "unnoticed", "round_over"]
    assert stalled.last("unnoticed").data["targets"] == ["middle-0"]

    won = Scene("9", "3 3", "4 4").reveal().lay("middle-0").time_up()
    assert won.kinds() == ["unnoticed", "let_stand", "round_over"]

    open_still = Scene("9 10", "3 3", middle="3 1 1 1 1").reveal().lay("middle-0")
    assert "unnoticed" not in open_still.kinds()
    closed = GAME.close(open_still.rules, open_still.state).events
    assert [event.kind for event in closed] == ["unnoticed", "round_over"]
    right = Scene("4 10", "3 3", middle="3 1 1 1 1").reveal().lay("middle-0")
    assert [event.kind for event in GAME.close(right.rules, right.state).events] == ["round_over"]


def wrong_call(accused: str, caller: str = "3 3", **chosen: Any) -> Scene:
    """Return a scene: seat 0 keeps its turned card rightly, and seat 1 calls."""
    return Scene(accused, caller, "6 6", **chosen).reveal().keep().call(1)


def test_r10_a_wrong_call_costs_a_card() -> None:
    """SM-R10."""
    scene = wrong_call("9 12 11")
    assert scene.last("called_wrongly").data["cost"] == "card"
    assert (scene.draw(0), scene.draw(1)) == ([12], [3, 3, 11])
    assert not scene.board().window


def test_r10_nothing_to_take() -> None:
    """SM-R10: if the draw pile is empty, the caller is locked out until it is active again."""
    scene = wrong_call("9 | 17")
    assert scene.last("called_wrongly").data["cost"] == "locked"
    assert scene.board().places[1].locked
    scene.reveal().keep()  # seat 1, which is active, but was so when it called
    assert scene.active == 2
    scene.reveal().keep()
    assert scene.calling(1) == "not_allowed"
    assert scene.calling(0) is None
    scene.reveal().keep()
    assert scene.active == 1
    assert not scene.board().places[1].locked
    assert scene.calling(1) is None


def test_r10_its_last_card_is_not_taken() -> None:
    """SM-R10: the accused has one card in the draw pile, and no other."""
    scene = Scene("9 8", "3 3", middle="8 7 1 1 1").reveal().lay("middle-0")
    scene.call(1)
    assert scene.last("called_wrongly").data["cost"] == "locked"
    assert scene.draw(0) == [8]


@pytest.mark.parametrize(("choice", "cost"), [("lockout", "locked"), ("none", "nothing")])
def test_r10_other_costs(choice: str, cost: str) -> None:
    """SM-R10."""
    scene = wrong_call("9 12 11", false_call=choice)
    assert scene.last("called_wrongly").data["cost"] == cost
    assert (scene.draw(0), scene.draw(1)) == ([12, 11], [3, 3])
    assert scene.board().places[1].locked == (choice == "lockout")


def test_r10_the_win_window_is_free_and_open_to_all() -> None:
    """SM-R10."""
    scene = Scene("9 | 3", "3 3", "6 6", middle="8 2 1 1 1", false_call="lockout")
    scene.lay_discard("middle-1").call(1)
    assert scene.board().places[1].locked
    scene.reveal().lay("middle-0")
    assert scene.phase == "win_window"
    assert scene.calling(1) is None
    scene.call(1)
    assert scene.last("called_wrongly").data["cost"] == "nothing"
    assert scene.outcome.places == (1, 2, 2)


def test_r12_several_share_the_win() -> None:
    """SM-R12."""
    scene = Scene("9 2", "3", "4", "5 5").reveal().lay("middle-0").call(3)
    assert scene.outcome.places == (3, 1, 1, 3)
    assert scene.last("round_over").data == {"reason": "given", "winners": [1, 2]}


def test_r12_a_turned_card_is_a_card() -> None:
    """SM-R12: the next seat has one in its hand, so it has not got rid of its last card."""
    scene = Scene("9 2 | 8", "3 5", "4 4", middle="7 1 1 1 1").reveal().keep().reveal().call(2)
    assert scene.error == "overlooked_discard"
    assert scene.last("penalty").data["givers"] == [1, 2]
    assert (scene.phase, scene.active, scene.turned) == ("revealed", 1, 3)


@pytest.mark.parametrize("scope", ["last_placement", "last_turn"])
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_r12_hardly_happens(seats: int, scope: str) -> None:
    """SM-R12: after a turn an inactive seat has a discard, so no penalty card is its last card."""
    for seed in range(8):
        played = play_round(GAME, seats, seed, {"call_scope": scope})
        finished: set[Seat] = set()
        for move in played.taken:
            before, after = move.before.state, move.after.state
            if before.active != after.active:
                finished.add(before.active)
            piles = after.piles
            for seat in finished - {after.active}:
                assert piles.discards[seat]
            for seat in set(range(seats)) - finished - {after.active}:
                assert len(piles.draws[seat]) > 1


def test_r12_switched_off() -> None:
    """SM-R12."""
    scene = Scene("9 2", "3", "4 4", penalty_win=False).reveal().lay("middle-0").call(2)
    assert scene.last("penalty").data["givers"] == [2]
    assert scene.draw(1) == [3]
    assert scene.phase == "open"


def test_r14_the_next_seat_keeps_its_turned_card() -> None:
    """SM-R14: the mistake had ended the turn, so it does not concern the next seat."""
    scene = Scene("9 2 | 8", "3 5", "4 4", middle="7 1 1 1 1").reveal().keep().reveal()
    seq = scene.seq
    scene.call(2)
    assert (scene.turned, scene.seq) == (3, seq), "its prepared action is still valid"


def test_r14_a_pile_turned_over_for_the_turned_card() -> None:
    """SM-R14: the pile and the card are restored."""
    scene = Scene("| 9 6 3", "3 5", "4 4", middle="7 1 1 1 1").lay_discard("middle-0").reveal()
    assert (scene.turned, scene.draw(0)) == (9, [6])
    scene.call(1)
    assert scene.last("taken_back").data == {
        "seat": 0, "card": 3, "target": "middle-0", "later": [], "hidden": [[0, 9]], "over": [0],
    }  # fmt: skip
    assert scene.discard(0) == [9, 6, 3]
    assert scene.draw(0) == [5, 4], "only the penalty cards are left"


def test_r16_nothing_laid_yet() -> None:
    """SM-R16."""
    scene = Scene("9 2 | 8", "3 5", middle="7 1 1 1 1").reveal()
    assert scene.code(1, CallSchlafmuetze(0)) == "window_closed"
    assert scene.code(1, CallSchlafmuetze(scene.seq)) == "window_closed"


def test_r17_one_call_counts() -> None:
    """SM-R17."""
    scene = Scene("9 2", "3 3", "4 4").reveal().lay("middle-0")
    latest = scene.latest
    scene.call(1)
    assert scene.code(2, CallSchlafmuetze(latest)) == "window_closed"


def test_r19_a_wrong_last_card_that_stands() -> None:
    """SM-R19."""
    scene = Scene("9", "3 3", "4 4").reveal().lay("middle-0").time_up()
    assert scene.kinds() == ["unnoticed", "let_stand", "round_over"]
    assert scene.outcome.places == (1, 2, 2)


def test_r20_standing_still() -> None:
    """SM-R20: all have turned their piles over twice since a card went to the middle."""
    scene = Scene("| 9 12", "| 17 15 19")
    turns = 0
    while scene.reveal().phase != "over":
        scene.keep()
        turns += 1
    assert scene.outcome.reason == "stalled"
    assert scene.outcome.places == (1, 2)
    assert turns == 7
    scene = Scene("| 9 12", "| 9 15")
    scene.state = replace(scene.state, piles=replace(scene.state.piles, overs=(1, 2)))
    assert scene.reveal().outcome.places == (1, 1), "ties share"


def test_r20_a_card_in_the_middle_begins_anew() -> None:
    """SM-R20."""
    scene = Scene("| 9 12 2", "| 17 15 19")
    scene.state = replace(scene.state, piles=replace(scene.state.piles, overs=(1, 2)))
    assert scene.lay_discard("middle-0").reveal().phase == "revealed"
    assert [place.overs for place in scene.board().places] == [1, 0]


def test_r23_a_turned_pile_comes_in_the_order_it_was_laid() -> None:
    """SM-R23."""
    scene = Scene("| 4 12 9", "17 15 19 11 16 17").reveal().keep()
    turned = [4]
    for _ in range(2):
        scene.reveal().keep().reveal()
        turned.append(scene.turned)
        scene.keep()
    assert turned == [4, 12, 9]


def test_r24_grossly_wrong_is_accepted() -> None:
    """SM-R24."""
    scene = Scene("17 2 | 20", "3 3 | 9", "4 4 | 1").reveal()
    targets = {action.target for action in scene.offers(0) if isinstance(action, PlaceRevealed)}
    assert targets == {*(f"middle-{place}" for place in range(5)), "seat-1", "seat-2"}
    assert targets == {
        action.target for action in scene.offers(0) if isinstance(action, PlaceDiscardTop)
    }


def test_r25_only_what_is_still_there() -> None:
    """SM-R25: seat 1 turned its pile over although the 12 on top fits.

    Then the 12 goes as a penalty card.
    """
    scene = Scene("9 2 | 8", "| 4 6 12", "8 8", middle="11 7 1 1 1").reveal().keep().reveal()
    assert mistake(scene.state.piles, 1, TURNED, OWN) is not None
    scene.call(2)
    assert scene.draw(0) == [2, 12, 8]
    assert (scene.turned, scene.draw(1)) == (4, [6])
    assert mistake(scene.state.piles, 1, TURNED, OWN) is None
    scene.undo()
    assert scene.discard(1) == [4, 6]


def test_r25_received_cards_stay_a_draw_pile() -> None:
    """SM-R25: the active seat has turned its pile over, and takes a card for its own wrong call."""
    scene = Scene("9 16 2", "| 4 6 12", "8 8").reveal().keep().reveal().call(1)
    assert scene.draw(1) == [6, 12, 2]
    scene.undo()
    assert scene.discard(1) == [4, 6, 12]
    assert scene.draw(1) == [2]
    assert scene.reveal().turned == 2
    assert scene.code(1, UndoFlip(scene.seq)) == "wrong_phase"


def test_r25_once_a_turn_and_no_new_time() -> None:
    """SM-R25."""
    scene = Scene("| 4 12", "9 9").reveal()
    since = scene.state.since_ms
    scene.undo()
    assert scene.state.since_ms == since
    scene.reveal()
    assert scene.code(0, UndoFlip(scene.seq)) == "wrong_phase"
    scene.keep().reveal().keep()
    assert scene.active == 0
    scene.reveal()
    assert scene.code(0, UndoFlip(scene.seq)) == "wrong_phase", "not turned over this time"


def test_r25_always_offered_after_turning_over() -> None:
    """SM-R25: it is offered whether or not a card was overlooked."""
    for middle in ("11 1 1 1 1", "9 1 1 1 1"):
        scene = Scene("| 4 12", "9 9", middle=middle).reveal()
        assert UndoFlip(scene.seq) in scene.offers(0)


def test_r26_the_first_kind_that_holds() -> None:
    """SM-R26: the discard was overlooked, the card does not fit, or it was kept though it fits."""
    assert Scene("9 2 | 5", "3 3", middle="4 1 1 1 1").reveal().lay("middle-0").call(1).error == (
        "overlooked_discard"
    )
    assert Scene("9 2 | 5", "3 3", middle="4 8 1 1 1").reveal().keep().call(1).error == (
        "overlooked_discard"
    )
    assert Scene("9 2 | 15", "3 3", middle="4 8 1 1 1").reveal().keep().call(1).error == (
        "overlooked_revealed"
    )
    assert Scene("9 2 | 15", "3 3 | 3", middle="4 8 1 1 1").reveal().lay("seat-1").call(
        1
    ).error == ("does_not_fit")
