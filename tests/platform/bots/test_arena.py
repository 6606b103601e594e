"""The arena: its counts and conclusions do not depend on the process that does the work."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from bots.lab import rounds
from bots.lab.arena import Arena, Pairing, Tally, wilson_interval
from bots.lab.rounds import ALL_HANDS, AT_RANDOM, Hall
from core.refusals import Refused
from games.kernel import registry
from matches.engine import catalogue

GAME = "sleeping_queens"


@pytest.fixture
def ring() -> Arena:
    return Arena(Hall.usual(catalogue.game_of(GAME), seed=1))


def run(*words: str) -> tuple[str, str]:
    """Return the command's output, and its progress messages."""
    out, err = StringIO(), StringIO()
    call_command("arena", f"--game={GAME}", *words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("won", "rounds", "low", "high"),
    [
        (10, 20, 0.2993, 0.7007),  # the textbook's values
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
    ],
)
def test_the_interval_is_wilsons(won: int, rounds: int, low: float, high: float) -> None:
    assert wilson_interval(won, rounds) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("won", "verdict"), [(40, "worse"), (45, "open"), (50, "open"), (55, "open"), (60.5, "better")]
)
def test_a_verdict_needs_the_whole_interval(won: float, verdict: str) -> None:
    assert Tally(Pairing("a", "b", 2), rounds=100, won=won, fair=50).verdict == verdict


def test_shared_wins_and_uneven_tables_are_counted_as_parts() -> None:
    tally = Tally(Pairing("a", "b", 3)).after(0.5, 2 / 3).after(1.0, 1 / 3)
    assert (tally.rounds, tally.rate) == (2, 0.75)
    assert tally.fair_rate == pytest.approx(0.5)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_level_sits_everywhere_equally_often(seats: int) -> None:
    pairing = Pairing("a", "b", seats)
    for seat in range(seats):
        assert [pairing.level(number, seat) for number in range(8)].count("a") == 4
    assert {pairing.level(0, seat) for seat in range(seats)} == {"a", "b"}


def test_the_same_deal_is_played_twice_with_places_changed(
    ring: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = []
    game = type(ring.hall.game)
    deal = game.deal

    def watched(self: Any, rules: Any, seats: Any, start: Any, chance: Any) -> Any:
        step = deal(self, rules, seats, start, chance)
        deals.append(step.state)
        return step

    monkeypatch.setattr(game, "deal", watched)
    for number in range(4):
        ring.share(Pairing("easy", AT_RANDOM, 2), number)
    assert deals[0] == deals[1]
    assert deals[2] == deals[3]
    assert deals[0] != deals[2]


def test_the_number_of_processes_changes_nothing(ring: Arena) -> None:
    pairings = [Pairing("easy", AT_RANDOM, 2), Pairing("normal", "easy", 3)]
    alone = list(ring.run(pairings, rounds=6, processes=1))
    assert len(alone) == 12
    assert alone == list(ring.run(pairings, rounds=6, processes=3))


def test_a_bot_gets_nothing_but_what_it_sees(ring: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """The data for a bot contains no other seat's hand."""
    given = []

    def curious(rules: Any, seen: Any, chance: Any) -> Any:
        given.append(seen)
        return seen.offers[0]

    monkeypatch.setattr(rounds, "at_random", curious)
    ring.share(Pairing(AT_RANDOM, AT_RANDOM, 2), 0)
    assert given
    for seen in given:
        assert seen.observation.viewer in seen.observation.awaited
        assert all(event.visible_to(seen.observation.viewer) for event in seen.events)


def test_who_sees_all_hands_is_measured_and_never_seated(ring: Arena) -> None:
    """It uses the others' hands, which no level may know."""
    won, fair = ring.share(Pairing(ALL_HANDS, "normal", 2), 0)
    assert 0 <= won <= 1
    assert fair == 0.5
    hall = ring.hall
    hall.check(ALL_HANDS)
    for game in registry.games().values():
        assert ALL_HANDS not in game.bots
    with pytest.raises(Refused):
        catalogue.check_level(hall.game.meta, ALL_HANDS)
    with pytest.raises(Refused):
        Hall.usual(catalogue.game_of("wortspiel"), 1).check(ALL_HANDS)


def test_the_command_prints_a_table() -> None:
    out, err = run("--bots=easy,normal", "--rounds=4", "--seats=2,3", "--seed=7")
    head, *rows = out.strip().splitlines()
    assert head.split()[:4] == ["level", "against", "seats", "rounds"]
    assert [row.split()[:4] for row in rows] == [
        ["easy", "random", "2", "4"],
        ["normal", "easy", "2", "4"],
        ["easy", "random", "3", "4"],
        ["normal", "easy", "3", "4"],
    ]
    assert "16 of 16 rounds" in err


def test_the_command_prints_json() -> None:
    words = ("--bots=easy", "--rounds=6", "--json", "--option", "memory_aid=on", "--revision=1")
    rows = json.loads(run(*words)[0])
    (row,) = rows
    assert (row["level"], row["against"], row["rounds"]) == ("easy", "random", 6)
    assert row["interval"] == pytest.approx(wilson_interval(row["won"], 6), abs=1e-6)
    assert json.loads(run(*words, "--processes=3")[0]) == rows


def test_stopped_half_way_it_prints_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Arena.run

    def interrupted(self: Any, pairings: Any, rounds: Any, processes: Any) -> Any:
        for number, tallies in enumerate(whole(self, pairings, rounds, processes)):
            if number == 5:
                raise KeyboardInterrupt
            yield tallies

    monkeypatch.setattr(Arena, "run", interrupted)
    out, err = run("--bots=easy", "--rounds=50", "--json")
    assert json.loads(out)[0]["rounds"] == 5
    assert "Stopped" in err


def test_stopped_at_once_there_is_nothing_to_print(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Arena, "run", interrupted)
    with pytest.raises(CommandError, match="No round was over yet"):
        run("--bots=easy")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game=chess"], "There is no game called chess"),
        (["--bots=easy,godlike"], "There is no bot level called godlike"),
        (["--against=godlike"], "There is no bot level called godlike"),
        (["--against=easy", "--bots=easy"], "each level once"),
        (["--bots="], "There is no bot level called"),
        (["--bots=easy,easy"], "each level once"),
        (["--rounds=0"], "--rounds: expected a number from 1"),
        (["--rounds=-5"], "--rounds: expected a number from 1"),
        (["--rounds=many"], "--rounds: invalid int value"),
        (["--seats=6"], "Sleeping Queens is for 2 to 5 players"),
        (["--seats=1,2"], "Sleeping Queens is for 2 to 5 players"),
        (["--seats=two"], "--seats: expected numbers"),
        (["--revision=99"], "There is no revision 99 of Sleeping Queens"),
        (["--option=memory_aid"], "--option memory_aid: expected NAME=VALUE"),
        (["--option=cheating=on"], "no option “cheating”"),
        (["--option=memory_aid=often"], "does not have this choice"),
        (["--processes=-1"], "--processes: expected a number from 1"),
    ],
)
def test_what_makes_no_sense_gets_a_sentence(words: list[str], sentence: str) -> None:
    with pytest.raises(CommandError) as caught:
        run(*words)
    assert sentence in str(caught.value)
