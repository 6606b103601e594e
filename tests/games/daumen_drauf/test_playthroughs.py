"""Facts about the golden rounds of Daumen drauf! beyond those of every game."""

from __future__ import annotations

from functools import partial

import pytest

from games.daumen_drauf import GAME
from tests.games import playthroughs

golden = partial(playthroughs.golden, GAME.meta.slug)
told = partial(playthroughs.told, GAME.meta.slug)
looks = partial(playthroughs.looks, GAME.meta.slug)


def test_a_shared_first_place() -> None:
    assert any(len(event.data["winners"]) > 1 for event in told("round_over"))


@pytest.mark.parametrize("kind", ["lead", "bid"])
def test_every_time_out_of_a_seat(kind: str) -> None:
    assert kind in {event.data["kind"] for event in told("timed_out")}


def test_a_review_that_time_ended() -> None:
    assert any(
        move.seat is None and before.phase == "review"
        for played in golden()
        for move, before in zip(played.moves, played.seen_by(None), strict=False)
    )


def test_a_parry_by_the_leader_and_one_with_an_own_offer() -> None:
    parries = [
        before for before, after in looks() if before.phase == "bid" and after.taken is not None
        and after.taken.parried
    ]  # fmt: skip
    assert any(board.active == board.leader for board in parries)
    assert any(board.places[board.active].offer for board in parries)


def test_an_empty_hand_passed_over() -> None:
    assert any(place.passed and place.cards == 0 for _, after in looks() for place in after.places)


def test_a_leader_beside_the_winner() -> None:
    assert any(event.data["leader"] not in (None, event.data["seat"]) for event in told("put_away"))


def test_a_trick_of_one_card_and_one_of_all_colours() -> None:
    assert 1 in {len(event.data["cards"]) for event in told("trick_taken")}
    assert any(len(after.order) == 3 for _, after in looks())
