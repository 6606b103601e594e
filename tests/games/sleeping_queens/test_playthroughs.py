"""That the golden rounds of Sleeping Queens show everything that can happen in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from games.kernel.contract import Event, Option
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import Defend, LetHappen
from games.sleeping_queens.state import Because, Reason
from games.sleeping_queens.view import Board
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


def test_a_shared_win() -> None:
    assert any(len(event.data["winners"]) > 1 for event in told("round_over"))


def test_a_win_on_anothers_turn() -> None:
    assert any(
        after.ended is not None and after.active not in after.ended.winners and before.wake
        for before, after in looks()
    )


@pytest.mark.parametrize(("queen", "because"), [("cat", "dog"), ("dog", "cat")])
def test_cat_and_dog(queen: str, because: str) -> None:
    found = {(event.data["queen"], event.data["because"]) for event in told("queen_put_back")}
    assert (queen, because) in found


@pytest.mark.parametrize("reason", [None, *Because])
def test_rose_by_a_king_and_by_a_jester(reason: Because | None) -> None:
    """The choice that she brings follows a king, or a choice after a jester, or ends one."""
    steps = {
        (before.wake and before.wake.reason, after.wake and after.wake.reason)
        for before, after in looks()
    }
    assert {
        None: (None, Because.ROSE),
        Because.JESTER: (Because.JESTER, Because.ROSE),
        Because.ROSE: (Because.ROSE, None),
    }[reason] in steps


def test_rose_stolen() -> None:
    assert "rose" in {event.data["queen"] for event in told("queen_stolen")}


def test_rose_brings_a_clash() -> None:
    assert any(
        event.kind == "queen_put_back"
        for played in golden()
        for (before, step) in zip(played.seen_by(None), played.steps[1:], strict=False)
        for event in step.events
        if before.wake is not None and before.wake.reason == Because.ROSE
    )


@pytest.mark.parametrize("card", ["dragon", "wand"])
def test_met_attacks(card: str) -> None:
    assert card in {event.data["card"] for event in told("defended")}


@pytest.mark.parametrize(
    "kind",
    [
        "queen_stolen", "queen_slept", "reshuffled", "card_discarded", "wake_declined", "answered",
        "drew", "refilled", "dealt", "jester_played", "jester_revealed", "numbers_discarded",
    ],
)  # fmt: skip
def test_every_other_event(kind: str) -> None:
    assert told(kind)


@pytest.mark.parametrize("kind", ["turn", "defense", "wake"])
def test_every_time_out(kind: str) -> None:
    assert kind in {event.data["kind"] for event in told("timed_out")}


def test_a_change_of_mind() -> None:
    assert any(
        isinstance(first.action, LetHappen) and isinstance(second.action, Defend)
        for played in golden()
        for first, second in pairwise(played.moves)
    )


@pytest.mark.parametrize("option", GAME.meta.options, ids=lambda option: option.name)
def test_every_choice_of_every_option(option: Option) -> None:
    assert {played.rules.options[option.name] for played in golden()} == set(option.choices)


def test_every_number_of_seats() -> None:
    assert {played.seats for played in golden()} == {2, 3, 4, 5}
