"""Who meets whom, who sits where: fair, complete, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues import fixtures
from leagues.fixtures import Draw, Imbalance, draw_fixtures, even_matches_each, measure_imbalance


def people(count: int) -> tuple[int, ...]:
    """So many players, whose numbers are no indices."""
    return tuple(range(1001, 1001 + count))


@st.composite
def asked(draw_: st.DrawFn) -> tuple[int, int, int, int]:
    seats = draw_(st.integers(2, 6))
    players = draw_(st.integers(seats, 14))
    return players, seats, draw_(st.integers(1, 10)), draw_(st.integers(0, 2**32))


@pytest.fixture(autouse=True)
def _short_search(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """What holds for every draw holds for one that was hardly searched for."""
    if request.node.get_closest_marker("parametrize") is None:
        monkeypatch.setattr(fixtures, "TRIES", 1)
        monkeypatch.setattr(fixtures, "STEPS", 200)


@given(asked())
def test_everybody_plays_equally_often_at_full_tables(case: tuple[int, int, int, int]) -> None:
    count, seats, each, seed = case
    drawn = draw_fixtures(people(count), seats, each, seed)
    assert all(len(set(table)) == len(table) == seats for table in drawn.tables)
    played = Counter(player for table in drawn.tables for player in table)
    assert played == dict.fromkeys(people(count), drawn.matches_each)


@given(asked())
def test_everybody_sits_in_each_seat_equally_often(case: tuple[int, int, int, int]) -> None:
    count, seats, each, seed = case
    drawn = draw_fixtures(people(count), seats, each, seed)
    assert drawn.imbalance.seats == (0 if drawn.matches_each % seats == 0 else 1)
    # Already on the way: of so many matches in a row, one in each seat.
    sat: dict[int, list[int]] = {player: [] for player in people(count)}
    for table in drawn.tables:
        for seat, player in enumerate(table):
            sat[player].append(seat)
    for seen in sat.values():
        for begin in range(0, len(seen), seats):
            group = seen[begin : begin + seats]
            assert len(set(group)) == len(group)


@given(asked())
def test_nobody_waits_long_for_their_next_match(case: tuple[int, int, int, int]) -> None:
    count, seats, each, seed = case
    drawn = draw_fixtures(people(count), seats, each, seed)
    played = Counter(dict.fromkeys(people(count), 0))
    for table in drawn.tables:
        played.update(table)
        assert max(played.values()) - min(played.values()) <= 3


@given(asked())
def test_the_same_seed_draws_the_same(case: tuple[int, int, int, int]) -> None:
    count, seats, each, seed = case
    assert draw_fixtures(people(count), seats, each, seed) == draw_fixtures(
        people(count), seats, each, seed
    )


def test_another_seed_draws_something_else() -> None:
    assert draw_fixtures(people(8), 4, 7, 1) != draw_fixtures(people(8), 4, 7, 2)


@pytest.mark.parametrize(
    ("count", "seats", "each"),
    [(7, 3, 3), (9, 3, 4), (6, 3, 5), (13, 4, 4), (8, 4, 7), (5, 4, 4), (11, 5, 5), (8, 2, 7)],
)
def test_all_meet_equally_often_where_a_design_exists(count: int, seats: int, each: int) -> None:
    drawn = draw_fixtures(people(count), seats, each, seed=1)
    times = each * (seats - 1) // (count - 1)
    met = Counter(frozenset(pair) for table in drawn.tables for pair in combinations(table, 2))
    assert met == {frozenset(pair): times for pair in combinations(people(count), 2)}
    assert drawn.imbalance.meetings == 0


@pytest.mark.parametrize(
    ("count", "seats", "each"), [(12, 4, 10), (12, 4, 12), (12, 3, 10), (16, 4, 12), (15, 4, 12)]
)
def test_usual_divisions_differ_by_one_meeting(count: int, seats: int, each: int) -> None:
    assert draw_fixtures(people(count), seats, each, seed=1).imbalance.meetings == 1


@pytest.mark.parametrize(("count", "each"), [(16, 5), (16, 10), (14, 12), (12, 11)])
def test_where_that_is_hard_nobody_is_far_from_the_others(count: int, each: int) -> None:
    assert draw_fixtures(people(count), 4, each, seed=1).imbalance.meetings <= 2


def test_the_imbalance_is_counted() -> None:
    tables = ((1, 2, 3), (1, 2, 4), (1, 3, 2))
    assert measure_imbalance((1, 2, 3, 4), 3, tables) == Imbalance(
        meetings_least=0, meetings_most=3, seats_least=0, seats_most=3
    )
    assert measure_imbalance((1, 2, 3, 4), 3, tables).meetings == 3
    assert measure_imbalance((1, 2, 3, 4), 3, tables).seats == 3


@pytest.mark.parametrize(
    ("players", "seats", "wanted", "each"),
    [
        (12, 4, 10, 10),  # 12 players always fill tables of four
        (13, 4, 10, 8),  # 8 and 12 are equally near
        (13, 4, 11, 12),
        (13, 4, 1, 4),  # never none
        (14, 4, 5, 4),
        (6, 4, 3, 2),
        (4, 4, 9, 9),
    ],
)
def test_all_play_the_nearest_number_that_comes_out_even(
    players: int, seats: int, wanted: int, each: int
) -> None:
    assert even_matches_each(players, seats, wanted) == each


@pytest.mark.parametrize(
    ("players", "seats"), [(people(3), 4), ((), 2), (people(5), 1), ((1, 2, 2), 2)]
)
def test_what_cannot_be_drawn_is_refused(players: tuple[int, ...], seats: int) -> None:
    with pytest.raises(ValueError, match=r"cannot fill|drawn twice"):
        draw_fixtures(players, seats, 4, seed=1)


def test_as_many_players_as_seats_meet_every_time() -> None:
    drawn: Draw = draw_fixtures(people(4), 4, 4, seed=3)
    assert drawn.imbalance == Imbalance(4, 4, 1, 1)
