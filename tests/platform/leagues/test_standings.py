"""The table of a division: points, shared places, tie-breaks in order, form, promotion."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.scoring.fixture_result import FixtureResult
from leagues.scoring.reachable_places import weak_orders
from leagues.scoring.standings import (
    Finish,
    Movement,
    Scoring,
    groups_by_lot,
    make_table,
    movements,
    points_by_player,
    total_points,
    usual_points,
)
from leagues.scoring.tie_breaks import TieBreak

THREE = Scoring((4, 2, 1))
ANNE, BERT, CORA, DORA = 11, 22, 33, 44
ALL = (ANNE, BERT, CORA, DORA)


def order(*results: tuple[int, ...]) -> list[FixtureResult]:
    """Return results of these players in this order."""
    return [FixtureResult(players, tuple(range(1, len(players) + 1))) for players in results]


def places(rules: Scoring, results: list[FixtureResult]) -> dict[int, int]:
    return {row.player: row.place for row in make_table(rules, ALL, results)}


@pytest.mark.parametrize(
    ("came_in", "earned"),
    [
        ((1, 2, 3), (4, 2, 1)),
        ((3, 1, 2), (1, 4, 2)),
        ((1, 1, 3), (3, 3, 1)),
        ((1, 2, 2), (4, Fraction(3, 2), Fraction(3, 2))),
        ((1, 1, 1), (Fraction(7, 3),) * 3),
    ],
)
def test_who_shares_places_shares_their_points(
    came_in: tuple[int, ...], earned: tuple[Fraction, ...]
) -> None:
    got = points_by_player(THREE, FixtureResult((ANNE, BERT, CORA), came_in))
    assert got == dict(zip((ANNE, BERT, CORA), earned, strict=True))


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_match_gives_out_the_same_points_however_it_ends(seats: int) -> None:
    rules = Scoring(usual_points(seats))
    players = tuple(range(seats))
    for came_in in weak_orders(min(seats, 5)):
        rest = tuple(range(len(came_in) + 1, seats + 1))
        got = points_by_player(rules, FixtureResult(players, (*came_in, *rest)))
        assert sum(got.values()) == sum(range(seats))


def test_the_absent_get_nothing() -> None:
    result = FixtureResult((ANNE, BERT, CORA), (1, 2, 3), absent=frozenset({CORA}))
    assert points_by_player(THREE, result) == {ANNE: 4, BERT: 2, CORA: 0}
    (row,) = [row for row in make_table(THREE, ALL, [result]) if row.player == CORA]
    assert (row.played, row.missed, row.form) == (1, 1, (Finish(3, 3, True),))


def test_the_rounds_are_the_points_where_the_league_says_so() -> None:
    rules = Scoring((), by_rounds=True)
    results = [
        FixtureResult((ANNE, BERT), (1, 2), totals=(-3, -10)),
        FixtureResult((ANNE, CORA), (2, 1), totals=(-30, None)),
    ]
    assert total_points(rules, ALL, results) == {ANNE: -33, BERT: -10, CORA: 0, DORA: 0}


def test_the_table_is_in_order_and_says_what_it_counts() -> None:
    results = order((ANNE, BERT, CORA), (BERT, ANNE, DORA), (BERT, CORA, DORA))
    rows = make_table(THREE, ALL, results)
    assert [(row.player, row.place, row.points, row.played, row.wins) for row in rows] == [  # type: ignore[comparison-overlap]  # points that are fractions equal whole numbers
        (BERT, 1, 10, 3, 2),
        (ANNE, 2, 6, 2, 1),
        (CORA, 3, 3, 2, 0),
        (DORA, 4, 2, 2, 0),
    ]
    assert rows[0].decided == ()


def test_before_the_first_match_all_share_the_first_place() -> None:
    rows = make_table(THREE, ALL, [])
    assert [(row.player, row.place) for row in rows] == [(player, 1) for player in ALL]


def test_level_players_share_a_place_and_the_next_is_left_out() -> None:
    results = order((ANNE, BERT, CORA), (ANNE, CORA, BERT))
    assert places(THREE, results) == {ANNE: 1, BERT: 2, CORA: 2, DORA: 4}


def test_first_places_decide() -> None:
    rules = Scoring((3, 2, 1), (TieBreak.WINS,))
    results = order((ANNE, BERT, CORA), (CORA, BERT, ANNE))
    # All have four points; Bert never won.
    assert places(rules, results) == {ANNE: 1, CORA: 1, BERT: 3, DORA: 4}
    decided = {row.player: row.decided for row in make_table(rules, ALL, results)}
    assert decided[BERT] == ((TieBreak.WINS, (Fraction(0),)),)
    assert decided[ANNE] == ((TieBreak.WINS, (Fraction(1),)),)
    assert decided[DORA] == ()


def test_then_second_places_and_so_on() -> None:
    rules = Scoring((2, 1, 0), (TieBreak.PLACES,))
    results = order((ANNE, BERT, CORA), (DORA, BERT, ANNE))
    rows = {row.player: row for row in make_table(rules, ALL, results)}
    # Two points each: a first and a third place, a first place, two second places.
    assert [rows[player].place for player in (ANNE, DORA, BERT, CORA)] == [1, 2, 3, 4]
    assert rows[ANNE].decided[0][1] == (1, 0, 1)  # type: ignore[comparison-overlap]  # points that are fractions equal whole numbers
    assert rows[DORA].decided[0][1] == (1, 0, 0)  # type: ignore[comparison-overlap]  # points that are fractions equal whole numbers
    assert rows[BERT].decided[0][1] == (0, 2, 0)  # type: ignore[comparison-overlap]  # points that are fractions equal whole numbers


def test_what_they_did_against_each_other_decides() -> None:
    rules = Scoring((2, 1, 0), (TieBreak.AGAINST,))
    # Anne and Bert have three points; Bert finished ahead of Anne, and Cora's result does not
    # matter.
    results = order((BERT, ANNE, CORA), (ANNE, CORA, DORA), (DORA, BERT, CORA))
    rows = {row.player: row for row in make_table(rules, ALL, results)}
    assert (rows[BERT].points, rows[ANNE].points) == (3, 3)  # type: ignore[comparison-overlap]  # points that are fractions equal whole numbers
    assert (rows[BERT].place, rows[ANNE].place) == (1, 2)
    assert rows[BERT].decided == ((TieBreak.AGAINST, (Fraction(1),)),)


def test_the_rounds_decide() -> None:
    rules = Scoring((1, 0), (TieBreak.ROUNDS,))
    results = [
        FixtureResult((ANNE, BERT), (1, 2), totals=(20, 10)),
        FixtureResult((CORA, DORA), (1, 2), totals=(50, 5)),
    ]
    assert places(rules, results) == {CORA: 1, ANNE: 2, BERT: 3, DORA: 4}


def test_the_lots_decide_in_the_end() -> None:
    rules = Scoring((1, 0), (TieBreak.WINS, TieBreak.LOTS))
    assert places(rules, []) == {ANNE: 1, BERT: 2, CORA: 3, DORA: 4}


@pytest.mark.parametrize("tie_breaks", [(), (TieBreak.WINS,), (TieBreak.WINS, TieBreak.LOTS)])
def test_a_lot_parts_only_those_who_go_another_way(
    tie_breaks: tuple[TieBreak, ...],
) -> None:
    """They are equal in everything."""
    rows = make_table(Scoring((2, 0), tie_breaks), ALL, order((DORA, CORA)))
    for up, down, drawn in [
        (0, 0, ()),
        (1, 0, ()),
        (0, 1, ((ANNE, BERT, CORA),)),
        (2, 1, ((ANNE, BERT, CORA),)),
    ]:
        assert groups_by_lot(rows, movements(rows, up, down)) == drawn


def test_what_a_tie_break_decides_is_no_lot() -> None:
    results = [FixtureResult((ANNE, BERT), (1, 1)), FixtureResult((CORA, DORA), (1, 2))]
    rows = make_table(Scoring((1, 1), (TieBreak.WINS, TieBreak.LOTS)), ALL, results)
    assert [row.player for row in rows] == [ANNE, BERT, CORA, DORA]
    assert groups_by_lot(rows, movements(rows, 0, 1)) == ()
    assert groups_by_lot(rows, movements(rows, 2, 1)) == ((ANNE, BERT, CORA),)


def test_a_later_tie_break_is_asked_only_about_level_entries() -> None:
    """These are the entries that the earlier tie-breaks left equal."""
    rules = Scoring((3, 2, 1), (TieBreak.WINS, TieBreak.AGAINST))
    results = order((ANNE, BERT, CORA), (CORA, BERT, ANNE))
    rows = {row.player: row for row in make_table(rules, ALL, results)}
    assert [name for name, _ in rows[BERT].decided] == [TieBreak.WINS]
    assert [name for name, _ in rows[ANNE].decided] == [TieBreak.WINS, TieBreak.AGAINST]


def test_form_is_the_last_five_the_latest_last() -> None:
    results = order(*[(ANNE, BERT)] * 4, *[(BERT, ANNE)] * 3)
    rows = {row.player: row for row in make_table(Scoring((1, 0)), ALL, results)}
    assert [finish.place for finish in rows[ANNE].form] == [1, 1, 2, 2, 2]
    assert rows[ANNE].played == 7


@st.composite
def seasons(draw: st.DrawFn) -> tuple[Scoring, list[FixtureResult]]:
    tie_breaks = draw(st.lists(st.sampled_from(TieBreak), unique=True))
    results = []
    for _ in range(draw(st.integers(0, 8))):
        players = tuple(draw(st.permutations(ALL))[:3])
        came_in = draw(st.sampled_from(weak_orders(3)))
        results.append(FixtureResult(players, came_in, totals=tuple(-place for place in came_in)))
    return Scoring((3, 1, 0), tuple(tie_breaks)), results


@given(seasons())
def test_the_table_is_by_points_whatever_breaks_the_ties(
    season: tuple[Scoring, list[FixtureResult]],
) -> None:
    rules, results = season
    rows = make_table(rules, ALL, results)
    assert sorted(row.player for row in rows) == sorted(ALL)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert sum(row.points for row in rows) == 4 * len(results)
    for index, row in enumerate(rows):
        said = [value for _, value in row.decided]
        ahead = [other for other in rows[:index] if other.place < row.place]
        assert row.place == 1 + len(ahead)
        for other in rows[index + 1 :]:
            if other.points == row.points:
                assert said >= [value for _, value in other.decided]
    if TieBreak.LOTS in rules.tie_breaks:
        assert [row.place for row in rows] == [1, 2, 3, 4]


def test_the_first_go_up_and_the_last_go_down() -> None:
    rows = make_table(THREE, ALL, order((ANNE, BERT, CORA)))
    assert movements(rows, up=1, down=2) == {
        ANNE: Movement.UP,
        BERT: Movement.STAYS,
        CORA: Movement.DOWN,
        DORA: Movement.DOWN,
    }
    assert set(movements(rows, 0, 0).values()) == {Movement.STAYS}


def test_nobody_goes_up_and_down_at_once() -> None:
    with pytest.raises(ValueError, match="3 up and 2 down of 4"):
        movements(make_table(THREE, ALL, []), up=3, down=2)
