"""That the golden rounds of Daumen drauf! show everything that can happen in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from games.daumen_drauf import GAME
from games.daumen_drauf.state import Reason
from games.daumen_drauf.view import Board
from games.kernel.contract import Event, Option
from tests.games import playthroughs
from tests.games.playthroughs import Playthrough


@cache
def golden() -> tuple[Playthrough, ...]:
    return tuple(map(playthroughs.read, playthroughs.files(GAME.meta.slug)))


def told(kind: str) -> list[Event]:
    """All events of this kind."""
    return [event for played in golden() for event in played.events if event.kind == kind]


def looks() -> Iterator[tuple[Board, Board]]:
    """What a spectator saw before and after each move of all rounds."""
    for played in golden():
        yield from pairwise(played.seen_by(None))


@pytest.mark.parametrize("reason", list(Reason))
def test_every_way_to_end(reason: Reason) -> None:
    assert reason.value in {event.data["reason"] for event in told("round_over")}


def test_a_shared_first_place() -> None:
    assert any(len(event.data["winners"]) > 1 for event in told("round_over"))


@pytest.mark.parametrize(
    "kind",
    [
        "dealt", "offered", "raised", "released", "passed", "parried", "trick_taken", "looked",
        "put_away", "drew", "timed_out", "counted",
    ],
)  # fmt: skip
def test_every_other_event(kind: str) -> None:
    assert told(kind)


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


@pytest.mark.parametrize("option", GAME.meta.options, ids=lambda option: option.name)
def test_every_choice_of_every_option(option: Option) -> None:
    assert {played.rules.options[option.name] for played in golden()} == set(option.choices)


def test_every_number_of_seats() -> None:
    assert {played.seats for played in golden()} == {2, 3, 4, 5, 6, 7}
