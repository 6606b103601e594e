"""Reachable places include the final place, never widen, and are exact when little is open."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.scoring import reachable_places
from leagues.scoring.draw_fixtures import draw_fixtures
from leagues.scoring.fixture_result import FixtureResult
from leagues.scoring.standings import (
    Scoring,
    make_table,
    points_by_player,
    total_points,
    usual_points,
)
from leagues.scoring.tie_breaks import TieBreak

Fixture = tuple[int, ...]


def ends(fixture: Fixture) -> list[FixtureResult]:
    """Return all possible results of a fixture: absent players share the last place."""
    found = []
    for present in range(len(fixture) + 1):
        for there in combinations(fixture, present):
            for came_in in reachable_places.weak_orders(present):
                place = dict(zip(there, came_in, strict=True))
                found.append(
                    FixtureResult(
                        fixture,
                        tuple(place.get(player, present + 1) for player in fixture),
                        absent=frozenset(fixture) - set(there),
                    )
                )
    return found


def by_brute_force(
    rules: Scoring, players: Fixture, results: list[FixtureResult], open_fixtures: list[Fixture]
) -> dict[int, range]:
    """Return the best and the worst place in points over every possible end."""
    now = total_points(rules, players, results)
    best, worst = dict.fromkeys(players, len(players)), dict.fromkeys(players, 1)
    earned = [
        {tuple(sorted(points_by_player(rules, end).items())) for end in ends(fixture)}
        for fixture in open_fixtures
    ]
    for way in product(*earned):
        final = dict(now)
        for one in way:
            for player, more in one:
                final[player] += more
        for player, total in final.items():
            best[player] = min(best[player], 1 + sum(other > total for other in final.values()))
            worst[player] = max(worst[player], sum(other >= total for other in final.values()))
    return {player: range(best[player], worst[player] + 1) for player in players}


@st.composite
def scorings(draw_: st.DrawFn, seats: int) -> Scoring:
    steps = draw_(st.lists(st.integers(0, 3), min_size=seats, max_size=seats))
    tie_breaks = draw_(st.lists(st.sampled_from(TieBreak), unique=True, max_size=3))
    rising = [sum(steps[:k]) for k in range(1, seats + 1)]
    rising[-1] += 1 if rising[0] == rising[-1] else 0
    return Scoring(tuple(reversed(rising)), tuple(tie_breaks))


@st.composite
def replayed(draw_: st.DrawFn) -> tuple[Scoring, Fixture, list[FixtureResult]]:
    """Return a whole season: its results in their order."""
    seats = draw_(st.integers(2, 4))
    players = tuple(range(101, 101 + draw_(st.integers(seats, 8))))
    fixtures = [
        tuple(draw_(st.permutations(players))[:seats]) for _ in range(draw_(st.integers(1, 9)))
    ]
    results = [draw_(st.sampled_from(ends(fixture))) for fixture in fixtures]
    return draw_(scorings(seats)), players, results


@settings(deadline=None)
@given(replayed())
def test_ranges_hold_the_final_place_and_never_widen(
    season: tuple[Scoring, Fixture, list[FixtureResult]],
) -> None:
    rules, players, results = season
    final = {row.player: row.place for row in make_table(rules, players, results)}
    before = dict.fromkeys(players, range(1, len(players) + 1))
    for played in range(len(results) + 1):
        left = [result.players for result in results[played:]]
        now = reachable_places.places_in_reach(rules, players, results[:played], left)
        standing = {row.player: row.place for row in make_table(rules, players, results[:played])}
        for player in players:
            assert final[player] in now[player]
            assert standing[player] in now[player]
            assert before[player].start <= now[player].start
            assert now[player].stop <= before[player].stop
        before = now
    assert {player: range(place, place + 1) for player, place in final.items()} == before


@st.composite
def nearly_over(draw_: st.DrawFn) -> tuple[Scoring, Fixture, list[FixtureResult], list[Fixture]]:
    seats = draw_(st.integers(2, 3))
    players = tuple(range(draw_(st.integers(seats, 6))))
    tables = st.permutations(players).map(lambda order: tuple(order[:seats]))
    results = [draw_(st.sampled_from(ends(draw_(tables)))) for _ in range(draw_(st.integers(0, 5)))]
    left = draw_(st.lists(tables, min_size=1, max_size=4 if seats == 2 else 2))
    return draw_(scorings(seats)), players, results, left


@settings(deadline=None)
@given(nearly_over())
def test_where_little_is_open_the_range_is_exact(
    case: tuple[Scoring, Fixture, list[FixtureResult], list[Fixture]],
) -> None:
    rules, players, results, left = case
    assert reachable_places.places_in_reach(rules, players, results, left) == by_brute_force(*case)


@settings(deadline=None)
@given(nearly_over())
def test_the_bound_holds_what_is_exact(
    case: tuple[Scoring, Fixture, list[FixtureResult], list[Fixture]],
) -> None:
    rules, players, results, left = case
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reachable_places, "FEW", 0)
        bounded = reachable_places.places_in_reach(rules, players, results, left)
    for player, exact in by_brute_force(*case).items():
        assert bounded[player].start == exact.start
        assert bounded[player].stop >= exact.stop


def test_only_one_can_win_the_last_match() -> None:
    """Two players are two points behind; either can catch up by a win, but not both."""
    rules = Scoring((2, 0))
    results = [FixtureResult((1, 2), (1, 2))]
    assert reachable_places.places_in_reach(rules, (1, 2, 3), results, [(2, 3)]) == {
        1: range(1, 3),
        2: range(1, 4),
        3: range(1, 4),
    }


def test_the_same_is_seen_where_much_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of five who meet in pairs, each needs two wins, which no two of them can both have."""
    monkeypatch.setattr(reachable_places, "FEW", 0)
    rules = Scoring((2, 0))
    results = [FixtureResult((1, 7), (1, 2))] * 2
    left = list(combinations((2, 3, 4), 2))
    # Three matches have six points; each needs four.
    assert reachable_places.places_in_reach(rules, (1, 2, 3, 4, 7), results, left)[1] == range(1, 3)


def test_when_all_is_played_tie_breaks_decide() -> None:
    rules = Scoring((1, 0), (TieBreak.LOTS,))
    assert reachable_places.places_in_reach(rules, (5, 6), [], []) == {
        5: range(1, 2),
        6: range(2, 3),
    }


def test_where_rounds_count_those_who_still_play_reach_all() -> None:
    """Only finished players have fixed places."""
    rules = Scoring((), by_rounds=True)
    results = [
        FixtureResult((1, 2), (1, 2), totals=(9, 4)),
        FixtureResult((3, 4), (1, 2), totals=(7, 1)),
    ]
    assert reachable_places.places_in_reach(rules, (1, 2, 3, 4), results, [(3, 4)]) == {
        1: range(1, 4),
        2: range(2, 5),
        3: range(1, 5),
        4: range(1, 5),
    }


@pytest.mark.parametrize(("count", "seats", "each"), [(16, 4, 12), (14, 3, 9)])
def test_a_whole_season_of_a_division(count: int, seats: int, each: int) -> None:
    """A division of the largest size, from the first match to the last."""
    luck = Random(1)
    players = tuple(range(count))
    drawn = draw_fixtures(players, seats, each, seed=1)
    rules = Scoring(usual_points(seats), (TieBreak.WINS, TieBreak.AGAINST))
    results = [
        FixtureResult(fixture, tuple(luck.sample(range(1, seats + 1), seats)))
        for fixture in drawn.tables
    ]
    final = {row.player: row.place for row in make_table(rules, players, results)}
    before = dict.fromkeys(players, range(1, count + 1))
    for played in range(0, len(results) + 1, 3):
        left = [result.players for result in results[played:]]
        now = reachable_places.places_in_reach(rules, players, results[:played], left)
        for player in players:
            assert final[player] in now[player]
            assert before[player].start <= now[player].start
            assert now[player].stop <= before[player].stop
        before = now
    assert all(len(still) == 1 for still in before.values())


def test_points_are_exact() -> None:
    """A third of a point is exact, so no rounding decides a place."""
    rules = Scoring((2, 1, 1))
    results = [FixtureResult((1, 2, 3), (1, 1, 1))] * 3
    assert total_points(rules, (1, 2, 3), results) == dict.fromkeys((1, 2, 3), Fraction(4))
