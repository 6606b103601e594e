"""Simulated rounds through the usual entry point: they are counted, and faults are found."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from bots.lab import simulation, twins
from core import clock
from games.kernel import registry, session
from games.kernel.contract import Action
from matches.models import Heartbeat, Match
from matches.store.load_match import load_table
from tests.platform.matches import cast

pytestmark = pytest.mark.django_db

GAME = "sleeping_queens"


def run(*words: str) -> tuple[list[dict[str, Any]], str]:
    out, err = StringIO(), StringIO()
    call_command("simulate", *words, "--json", stdout=out, stderr=err)
    return json.loads(out.getvalue()), err.getvalue()


@pytest.mark.parametrize(
    ("rounds", "leaks"),
    [(1, "some"), pytest.param(3, "all", marks=pytest.mark.soak)],
    ids=["briefly", "long"],
)
@pytest.mark.parametrize("slug", registry.games())
def test_rounds_of_every_game_end_and_give_nothing_away(slug: str, rounds: int, leaks: str) -> None:
    lines, told = run(f"--game={slug}", f"--rounds={rounds}", "--seed=5", f"--leaks={leaks}")
    assert sum(line["rounds"] for line in lines) == rounds
    assert all(line["moves"] > 3 for line in lines)
    assert all(line["refusals"] == line["stuck"] == line["leaks"] == 0 for line in lines)
    assert f"{rounds} of {rounds} rounds" in told
    assert not Match.objects.exists()
    assert not User.objects.exists()


def test_rounds_end_beside_a_running_server() -> None:
    """Its heartbeats are of today, and the simulated time passes without any."""
    Heartbeat.objects.create(part=Heartbeat.Part.WEB, at_ms=clock.now_ms())
    (line,) = run("--game=schlafmuetzen", "--seats=3", "--rounds=1", "--leaks=none")[0]
    assert line["stuck"] == 0


def test_the_same_seed_plays_the_same_rounds() -> None:
    words = (f"--game={GAME}", "--rounds=2", "--seats=3,4", "--leaks=none")
    moves = [[line["moves"] for line in run(*words, f"--seed={seed}")[0]] for seed in (7, 7, 8)]
    assert moves[0] == moves[1]
    assert moves[0] != moves[2]


def test_it_measures_how_long_rounds_last() -> None:
    """The measurement covers each size of table and each level."""
    words = ("--minutes", "--game=sleeping_queens", "--seats=2,5", "--rounds=8")
    rows, told = run(*words, "--seed=3")
    assert [(row["seats"], row["level"]) for row in rows] == [
        (2, "easy"), (2, "normal"), (5, "easy"), (5, "normal"),
    ]  # fmt: skip
    for row in rows:
        assert row["rounds"] == 8
        assert 0 < row["minutes"]["10"] < row["minutes"]["50"] < row["minutes"]["90"] < 10
        # A bot takes one to three seconds for a decision.
        assert 1 / 60 < row["minutes"]["50"] / row["moves"] < 4 / 60
        assert 15 <= row["first_minute"] <= 60
    assert "32 of 32 rounds" in told
    assert run(*words, "--seed=3")[0] == rows
    assert run(*words, "--seed=4")[0] != rows


def plan(leaks: int = 0) -> simulation.SimulationPlan:
    return simulation.SimulationPlan(GAME, 3, ("easy",), "a text", leaks)


def test_a_page_that_tells_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_page", lambda table, viewer: table.live.dump())
    report = simulation.simulate_round(plan(leaks=1))
    assert "the page of spectators at move 0" in report.leaks
    assert not report.stuck


def test_a_page_that_tells_too_much_after_a_move_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_page", lambda table, viewer: table.live.dump())
    leaks = [
        leak
        for text in ("one", "two", "three")
        for leak in simulation.simulate_round(
            simulation.SimulationPlan(GAME, 2, ("easy",), text, 1)
        ).leaks
    ]
    assert [leak for leak in leaks if leak.startswith("the page after a move")]


def test_what_is_refused_is_told_and_ends_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nonsense(Action, frozen=True):
        pass

    monkeypatch.setattr("bots.lab.simulation.live_round.ask_bot", lambda *given: Nonsense())
    report = simulation.simulate_round(plan())
    assert report.stuck
    assert report.refused == ["0: invalid_params for Nonsense()"]
    with pytest.raises(CommandError, match="things went wrong"):
        run(f"--game={GAME}", "--rounds=1")


def test_who_never_gets_to_the_end_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation.Play, "_one_move", lambda *given: False)
    assert simulation.simulate_round(plan()).stuck


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game=chess"], "chess"),
        (["--rounds=0"], "--rounds: expected 1 or more."),
        (["--seats=two"], "--seats: expected numbers"),
        (["--bots=genius"], "genius"),
    ],
)
def test_bad_words_have_their_sentence(words: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run(*words)


def test_a_twin_goes_its_own_way() -> None:
    """Play in the twin does not change the real round: state, chance, bank and moves."""
    match = cast.dealt(cast.person("Alice"), cast.person("Bob"), tempo="correspondence")
    table = load_table(match.pk)
    live = table.live
    assert live is not None
    seat = cast.awaited(match)
    before = (live.dump(), live.chance.drawn, dict(live.clocks.pauses.used), live.undo)
    other = twins.twin(live, seat, table.events(), b"key")
    assert other.undo == live.undo
    ((due_ms, _),) = live.deadlines()
    action = session.offers(other.game, other.rules, other.state, seat)[0]
    other.act(seat, action, due_ms - 1)
    other.catch_up(due_ms + 30 * 24 * 3_600_000)
    assert other.clocks.pauses.used[seat] > 0
    assert len(other.new) > 1
    assert other.late
    assert (live.dump(), live.chance.drawn, dict(live.clocks.pauses.used), live.undo) == before
    assert live.new == []
    assert live.late == {}
