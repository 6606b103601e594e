"""That the golden rounds of Siebenschläfer show everything that can happen in it."""

from __future__ import annotations

from functools import cache

import pytest

from games.kernel.contract import Event, Option
from games.siebenschlaefer import GAME
from games.siebenschlaefer.pairs import Effect
from games.siebenschlaefer.state import Reason
from tests.games import playthroughs
from tests.games.playthroughs import Playthrough


@cache
def golden() -> tuple[Playthrough, ...]:
    return tuple(map(playthroughs.read, playthroughs.files(GAME.meta.slug)))


def told(kind: str) -> list[Event]:
    """All events of this kind."""
    return [event for played in golden() for event in played.events if event.kind == kind]


@pytest.mark.parametrize("reason", list(Reason))
def test_every_way_to_end(reason: Reason) -> None:
    assert reason.value in {event.data["reason"] for event in told("round_over")}


@pytest.mark.parametrize("reason", ["only_two", "lots_among_twos", "lots_among_all"])
def test_every_way_to_begin(reason: str) -> None:
    assert reason in {event.data["reason"] for event in told("begins")}


def test_lots_drawn_again() -> None:
    assert any(len(event.data["lowest"]) > 1 for event in told("lots"))
    assert any(len(lot) > 1 for event in told("lots") for lot in event.data["cards"])


@pytest.mark.parametrize("effect", list(Effect))
def test_every_effect(effect: Effect) -> None:
    assert effect.value in {event.data["effect"] for event in told("laid")}


@pytest.mark.parametrize("because", ["cannot_lay", "seven", "double_seven"])
def test_every_draw(because: str) -> None:
    assert because in {event.data["because"] for event in told("cards_drawn")}


@pytest.mark.parametrize("kind", ["turn", "after_draw"])
def test_every_time_out(kind: str) -> None:
    assert kind in {event.data["kind"] for event in told("timed_out")}


@pytest.mark.parametrize(
    "kind",
    [
        "dealt", "drew", "skipped", "goes_again", "passed", "set_aside", "new_start",
        "value_freed", "reshuffled", "stock_exhausted", "closing_time", "hands_counted",
    ],
)  # fmt: skip
def test_every_other_event(kind: str) -> None:
    assert told(kind)


def test_a_free_start_value() -> None:
    assert None in [event.data["value"] for event in told("new_start")]


def test_several_pay() -> None:
    assert any(len(event.data["payers"]) > 1 for event in told("hands_counted"))


@pytest.mark.parametrize("option", GAME.meta.options, ids=lambda option: option.name)
def test_every_choice_of_every_option(option: Option) -> None:
    assert {played.rules.options[option.name] for played in golden()} == set(option.choices)


def test_every_number_of_seats() -> None:
    assert {played.seats for played in golden()} == {2, 3, 4, 5, 6, 7}
