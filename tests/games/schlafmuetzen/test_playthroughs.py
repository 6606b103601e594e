"""That the golden rounds of Schlafmützen show everything that can happen in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from games.kernel import codec
from games.kernel.contract import Event, Option
from games.schlafmuetzen import GAME
from games.schlafmuetzen.state import Reason
from games.schlafmuetzen.view import Board
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


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason != Reason.GIVEN])
def test_every_way_to_end(reason: Reason) -> None:
    """But for the one that cannot happen in a round from its deal on (RULES.md 5.6)."""
    assert reason.value in {event.data["reason"] for event in told("round_over")}


@pytest.mark.parametrize(
    "action",
    [
        "reveal", "place_discard_top", "place_revealed", "keep_revealed", "undo_flip",
        "call_schlafmuetze", "accept_placement", "time_up", "window_over",
    ],
)  # fmt: skip
def test_every_action(action: str) -> None:
    assert action in {
        codec.to_builtins(move.action)["type"] for played in golden() for move in played.moves
    }


@pytest.mark.parametrize(
    "kind",
    [
        "dealt", "turned", "laid", "kept", "turned_back", "accepted", "let_stand", "called_out",
        "taken_back", "penalty", "called_wrongly", "timed_out", "unnoticed",
    ],
)  # fmt: skip
def test_every_other_event(kind: str) -> None:
    assert told(kind)


@pytest.mark.parametrize("kind", ["called_out", "unnoticed"])
@pytest.mark.parametrize(
    "error", ["overlooked_discard", "overlooked_revealed", "does_not_fit", "wrong_priority"]
)
def test_every_mistake_called_out_and_not(kind: str, error: str) -> None:
    assert error in {event.data["error"] for event in told(kind)}


@pytest.mark.parametrize("cost", ["card", "locked", "nothing"])
def test_every_cost_of_a_wrong_call(cost: str) -> None:
    assert cost in {event.data["cost"] for event in told("called_wrongly")}


@pytest.mark.parametrize("phase", ["open", "revealed"])
def test_every_time_out(phase: str) -> None:
    assert phase in {event.data["phase"] for event in told("timed_out")}


def test_a_win_undone_in_the_win_window() -> None:
    assert any(before.phase == "win_window" and after.phase == "open" for before, after in looks())


def test_a_pile_turned_over_and_cards_taken_back_with_a_mistake() -> None:
    assert any(event.data["over"] > 1 for event in told("turned"))
    assert any(event.data["later"] for event in told("taken_back"))
    assert any(event.data["hidden"] for event in told("taken_back"))


def test_a_card_kept_by_the_next_seat_while_somebody_calls() -> None:
    assert any(before.turned and after.turned and after.laid is None for before, after in looks())


@pytest.mark.parametrize("option", GAME.meta.options, ids=lambda option: option.name)
def test_every_choice_of_every_option(option: Option) -> None:
    assert {played.rules.options[option.name] for played in golden()} == set(option.choices)


def test_every_number_of_seats() -> None:
    assert {played.seats for played in golden()} == {2, 3, 4, 5, 6, 7, 8}


def test_somebody_says_when_they_got_up() -> None:
    assert any(played.declared for played in golden())
