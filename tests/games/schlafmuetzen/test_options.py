"""The options of a rules version (RULES.md 9) that no ruling's test shows."""

from __future__ import annotations

import pytest

from games.kernel.contract import Outcome, Target
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import (
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    PlaceRevealed,
    Reveal,
)
from tests.games.contract.rounds import play_round
from tests.games.schlafmuetzen.scene import Scene, rules_with

# --- error_mode: strict (RULES.md 3.8) -----------------------------------------------------------


def strict(*seats: str, middle: str = "1 1 1 1 1") -> Scene:
    return Scene(*seats, middle=middle, error_mode="strict")


def test_strict_says_what_is_wrong() -> None:
    """RULES.md 3.8."""
    scene = strict("7 2", "9 9 | 8", "5 5 | 6", middle="3 3 1 1 1").reveal()
    assert scene.code(0, PlaceRevealed(scene.seq, "seat-2")) == "nearest_opponent_first"
    assert scene.code(0, PlaceRevealed(scene.seq, "middle-0")) == "does_not_fit"
    assert scene.code(0, KeepRevealed(scene.seq)) == "must_place_revealed"
    scene = strict("4 2", "9 9 | 5", middle="3 3 1 1 1").reveal()
    assert scene.code(0, PlaceRevealed(scene.seq, "seat-1")) == "middle_first"
    scene = strict("7 2 | 4", "9 9 | 8", middle="3 3 1 1 1")
    assert scene.code(0, Reveal(scene.seq)) == "must_place_discard_first"
    assert scene.code(0, PlaceDiscardTop(scene.seq, "seat-1")) == "does_not_fit"


def test_strict_a_card_laid_makes_room_for_the_discard() -> None:
    """A 6 on the 5 of seat 1 makes room for the seat's own 7."""
    scene = strict("6 2 | 7", "9 9 | 5").reveal().lay("seat-1")
    assert scene.code(0, Reveal(scene.seq)) == "must_place_discard_first"
    assert set(scene.offers(0)) == {PlaceDiscardTop(scene.seq, "seat-1")}


def test_strict_offers_what_is_right() -> None:
    scene = strict("4 2 | 9", "9 9 | 5", middle="3 3 1 1 1").reveal()
    assert set(scene.offers(0)) == {
        PlaceRevealed(scene.seq, "middle-0"),
        PlaceRevealed(scene.seq, "middle-1"),
    }


def test_strict_nobody_calls() -> None:
    """RULES.md 3.8."""
    scene = strict("4 2", "9 9 | 5", middle="3 3 1 1 1").reveal().lay("middle-0")
    board = scene.board()
    assert (board.strict, board.window, board.callers) == (True, False, ())
    assert scene.offers(1) == ()
    assert scene.code(1, CallSchlafmuetze(scene.latest)) == "window_closed"


def test_strict_has_no_pause_and_no_win_window() -> None:
    """RULES.md 3.8."""
    scene = strict("4 | 3", "9 9 | 5", middle="3 2 1 1 1")
    scene.do(0, PlaceDiscardTop(scene.seq, "middle-1"), after_ms=0)
    scene.reveal()
    scene.do(0, PlaceRevealed(scene.seq, "middle-0"), after_ms=0)
    assert scene.outcome.places == (1, 2)


def test_strict_time_up_does_what_has_to_be_done() -> None:
    """RULES.md 3.8."""
    scene = strict("8 2 | 4", "9 9 | 7", middle="3 1 1 1 1").time_up()
    assert scene.kinds() == ["timed_out", "laid"]
    assert scene.tops()[0] == 4
    assert scene.time_up().turned == 8
    assert scene.time_up().discard(1) == [7, 8]


def test_strict_rounds_hold_no_mistake() -> None:
    for seats in (2, 5, 8):
        played = play_round(GAME, seats, 31, {"error_mode": "strict"})
        assert not [event for event in played.last.events if event.kind == "unnoticed"]
        assert played.last.state.ending.reason == "laid"


# --- call_scope: last_turn (RULES.md 5.9) --------------------------------------------------------


def whole_turn(*seats: str, middle: str = "1 1 1 1 1") -> Scene:
    return Scene(*seats, middle=middle, call_scope="last_turn")


def test_in_the_last_turn_the_first_mistake_counts() -> None:
    """RULES.md 5.9. Later cards go back."""
    scene = whole_turn("9 10 13 2 | 20", "3 3 | 19", "4 4", middle="3 1 1 1 1")
    scene.reveal().lay("middle-0")  # overlooked: the 20 on the 19 of seat 1; and 9 on 3
    scene.reveal().lay("middle-0")
    scene.lay_discard("seat-1").reveal()
    assert scene.board().covers == 3
    scene.call(2)
    assert scene.error == "overlooked_discard"
    assert scene.last("taken_back").data == {
        "seat": 0, "card": 9, "target": "middle-0",
        "later": [["turned", 10, "middle-0"], ["discard", 20, "seat-1"]],
        "hidden": [[0, 10], [0, 13]], "over": [],
    }  # fmt: skip
    assert scene.tops() == [3, 1, 1, 1, 1]
    assert scene.discard(0) == [20, 9]
    assert scene.draw(0) == [10, 13, 2, 3, 4]
    assert scene.discard(1) == [19]
    assert (scene.active, scene.phase) == (1, "open")


def test_last_turn_is_open_until_another_seat_lays() -> None:
    """RULES.md 5.9."""
    scene = whole_turn("9 13 2", "3 16", "4 4", middle="3 1 1 1 1")
    scene.reveal().lay("middle-0").reveal().keep().reveal()
    assert scene.active == 1
    assert scene.calling(2) is None
    scene.call(2)
    assert scene.error == "does_not_fit"
    assert scene.draw(0) == [13, 2, 16, 4], "the kept 13 goes back, too"
    assert scene.discard(0) == [9]
    assert scene.last("taken_back").data["hidden"] == [[0, 13], [1, 3]]
    assert (scene.active, scene.phase, scene.draw(1)) == (1, "open", [3]), "its turn begins"


def test_in_the_last_turn_a_mistake_leaves_the_next_seat_alone() -> None:
    """The mistake ended the turn."""
    scene = whole_turn("9 2 | 4", "3 16", "4 4", middle="3 1 1 1 1").reveal().keep().reveal()
    scene.call(2)
    assert (scene.active, scene.phase, scene.turned) == (1, "revealed", 3)


def test_last_turn_with_a_pile_turned_over_on_the_way() -> None:
    """The next seat's pile is restored, too, with the wrong card in it."""
    scene = whole_turn("9 13", "| 17 3", "4 4").reveal().lay("seat-1").reveal().keep().reveal()
    assert (scene.turned, scene.draw(1)) == (17, [3, 9])
    scene.call(2)
    data = scene.last("taken_back").data
    assert (data["hidden"], data["over"]) == ([[0, 13], [1, 17]], [1])
    assert scene.discard(1) == [17, 3]
    assert scene.discard(0) == [9]
    assert scene.draw(0) == [13, 4]
    assert [place.overs for place in scene.board().places] == [0, 0, 0]


def test_last_turn_shuts_when_another_seat_lays() -> None:
    """RULES.md 5.9."""
    scene = whole_turn("9 13 2", "20 16", "4 4", middle="3 1 1 1 1")
    scene.reveal().lay("middle-0").reveal().keep().reveal().keep()
    assert [event.data["at"] for event in scene.told if event.kind == "unnoticed"] == ["middle-0"]
    assert scene.call(2).kinds() == ["called_wrongly"]


def test_last_turn_a_wrong_call_settles_all_of_it() -> None:
    scene = whole_turn("2 13 2", "20 16", "4 4").reveal().lay("middle-0").call(1)
    scene.reveal().keep()
    assert scene.board().covers == 1


def test_last_turn_accepting_is_about_all_of_it() -> None:
    """RULES.md 5.3, 5.9."""
    scene = whole_turn("9 13 2", "20 16", "4 4", middle="3 1 1 1 1").reveal().lay("middle-0")
    scene.accept(1)
    assert scene.calling(1) == "not_allowed"
    scene.accept(2)
    assert scene.kinds() == ["accepted", "unnoticed", "let_stand"]
    assert scene.reveal().keep().call(1).kinds() == ["called_wrongly"]


# --- rank_rest, the match, and a round that does not end (RULES.md 6) ----------------------------


@pytest.mark.parametrize(("choice", "places"), [("winner_only", (1, 2, 2)), ("cards", (1, 3, 2))])
def test_the_places_behind_the_winner(choice: str, places: tuple[int, ...]) -> None:
    """RULES.md 6.3, 6.4."""
    scene = Scene("5", "9 9 | 17", "16 16", middle="4 1 1 1 1", rank_rest=choice)
    outcome = scene.reveal().lay("middle-0").time_up().outcome
    assert outcome.places == places
    assert outcome.scores == (1, 0, 0)


def test_the_most_rounds_win_and_ties_share() -> None:
    """RULES.md 6.7."""

    def won(*winners: int) -> Outcome:
        scores = tuple(int(seat in winners) for seat in range(3))
        behind = len(winners) + 1
        places = tuple(1 if seat in winners else behind for seat in range(3))
        return Outcome(scores=scores, places=places, began=0, reason="laid")

    rules = rules_with()
    standing = GAME.standing(rules, Target(rounds=3), [won(0), won(1), won(0)])
    assert (standing.totals, standing.places, standing.decided) == ((2, 1, 0), (1, 2, 3), True)
    standing = GAME.standing(rules, Target(rounds=3), [won(0), won(1), won(2)])
    assert standing.places == (1, 1, 1)
    assert not GAME.standing(rules, Target(rounds=3), [won(0, 1)]).decided


def test_a_round_that_is_closed() -> None:
    """RULES.md 6.6: the seats with the fewest cards win, equal ones share."""
    assert GAME.meta.max_moves == 5_000
    scene = Scene("9 2 3", "3 3", "4 | 4").reveal()
    step = GAME.close(scene.rules, scene.state)
    outcome = GAME.outcome(scene.rules, step.state)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((3, 1, 1), "closed")
