"""Facts about the golden rounds of Schlafmützen beyond those of every game."""

from __future__ import annotations

from functools import partial

import pytest

from games.schlafmuetzen import GAME
from tests.games import playthroughs

golden = partial(playthroughs.golden, GAME.meta.slug)
told = partial(playthroughs.told, GAME.meta.slug)
looks = partial(playthroughs.looks, GAME.meta.slug)


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


def test_somebody_says_when_they_got_up() -> None:
    assert any(played.declared for played in golden())
