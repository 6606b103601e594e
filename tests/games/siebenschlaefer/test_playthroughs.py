"""Facts about the golden rounds of Siebenschläfer beyond those of every game."""

from __future__ import annotations

from functools import partial

import pytest

from games.siebenschlaefer import GAME
from games.siebenschlaefer.pairs import Effect
from tests.games import playthroughs

golden = partial(playthroughs.golden, GAME.meta.slug)
told = partial(playthroughs.told, GAME.meta.slug)


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


def test_a_free_start_value() -> None:
    assert None in [event.data["value"] for event in told("new_start")]


def test_several_pay() -> None:
    assert any(len(event.data["payers"]) > 1 for event in told("hands_counted"))
