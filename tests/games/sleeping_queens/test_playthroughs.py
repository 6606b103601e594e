"""Facts about the golden rounds of Sleeping Queens beyond those of every game."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest

from games.sleeping_queens import GAME
from games.sleeping_queens.actions import Defend, LetHappen
from games.sleeping_queens.state import Because
from tests.games import playthroughs

golden = partial(playthroughs.golden, GAME.meta.slug)
told = partial(playthroughs.told, GAME.meta.slug)
looks = partial(playthroughs.looks, GAME.meta.slug)


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
    """Her second queen follows a king, or a choice after a jester, or ends one."""
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


@pytest.mark.parametrize("kind", ["turn", "defense", "wake"])
def test_every_time_out(kind: str) -> None:
    assert kind in {event.data["kind"] for event in told("timed_out")}


def test_a_change_of_mind() -> None:
    assert any(
        isinstance(first.action, LetHappen) and isinstance(second.action, Defend)
        for played in golden()
        for first, second in pairwise(played.moves)
    )
