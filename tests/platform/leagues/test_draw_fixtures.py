"""The draw of fixtures: opponents and seats are fair, complete, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.scoring import meetings
from leagues.scoring.draw_fixtures import Draw, Imbalance, draw_fixtures, measure_imbalance
from leagues.scoring.shares import even_matches_each, unequal_games


def people(count: int) -> tuple[int, ...]:
    """Return this many players, whose numbers are not indices."""
    return tuple(range(1001, 1001 + count))


@st.composite
def asked(draw_: st.DrawFn) -> tuple[int, int, int, int]:
    seats = draw_(st.integers(2, 6))
    players = draw_(st.integers(seats, 14))
    return players, seats, draw_(st.integers(1, 10)), draw_(st.integers(0, 2**32))


@st.composite
def of_several_games(draw_: st.DrawFn) -> tuple[int, int, int, int, int]:
    seats = draw_(st.integers(2, 6))
    players = draw_(st.integers(seats, 24))
    games, each = draw_(st.integers(1, 5)), draw_(st.integers(1, 12))
    return players, seats, each, games, draw_(st.integers(0, 2**32))


@pytest.fixture(autouse=True)
def _short_search(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Shorten the search: the rules of every draw hold without it, too."""
    if request.node.get_closest_marker("parametrize") is None:
        monkeypatch.setattr(meetings, "TRIES", 1)
        monkeypatch.setattr(meetings, "STEPS", 200)
        monkeypatch.setattr(meetings, "STEPS_A_CHAIR", 0)


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
    # This also holds meanwhile: in each series of matches, a player has each seat once.
    sat: dict[int, list[int]] = {player: [] for player in people(count)}
    for table in drawn.tables:
        for seat, player in enumerate(table):
            sat[player].append(seat)
    for seen in sat.values():
        for begin in range(0, len(seen), seats):
            group = seen[begin : begin + seats]
            assert len(set(group)) == len(group)


def games_of(drawn: Draw, players: tuple[int, ...], games: int) -> list[list[int]]:
    """Return how often each player plays each game."""
    played = Counter(
        (player, game)
        for table, game in zip(drawn.tables, drawn.games, strict=True)
        for player in table
    )
    return [[played[player, game] for game in range(games)] for player in players]


@given(of_several_games())
def test_a_players_games_differ_by_one_at_most(case: tuple[int, int, int, int, int]) -> None:
    """A difference of two remains only if the numbers of players, seats and matches allow no other
    draw.

    The number of the fixture alone must not decide, or one player has nine of one game and none
    of the other.
    """
    count, seats, each, games, seed = case
    drawn = draw_fixtures(people(count), seats, each, seed, games)
    times = games_of(drawn, people(count), games)
    assert all(sum(row) == drawn.matches_each for row in times)
    uneven = max(max(row) - min(row) for row in times)
    least = unequal_games(count, seats, drawn.matches_each, games)
    assert uneven == least <= 2
    tables = len(drawn.tables)
    played = Counter(drawn.games)
    assert all(played[game] in (tables // games, -(-tables // games)) for game in range(games))
    if tables >= games:
        assert drawn.imbalance.games == uneven


@given(of_several_games())
def test_two_is_left_only_where_nothing_else_is_possible(
    case: tuple[int, int, int, int, int],
) -> None:
    """The test counts independently: it tries every number of tables for the games."""
    count, seats, wanted, games, _ = case
    each = even_matches_each(count, seats, wanted, games)
    often, rest = divmod(each, games)
    least = -(-count * often // seats)
    most = count * (often + (rest > 0)) // seats
    possible = least <= most and games * least <= count * each // seats <= games * most
    assert (unequal_games(count, seats, each, games) <= 1) == possible


@given(of_several_games())
def test_the_same_seed_deals_the_same_games(case: tuple[int, int, int, int, int]) -> None:
    count, seats, each, games, seed = case
    assert draw_fixtures(people(count), seats, each, seed, games) == draw_fixtures(
        people(count), seats, each, seed, games
    )


@pytest.mark.parametrize(
    ("count", "seats", "each", "games"),
    [
        (6, 3, 3, 1),
        (6, 3, 5, 2),
        (7, 3, 6, 2),
        (8, 3, 9, 2),
        (9, 3, 9, 3),
        (10, 3, 9, 2),
        (11, 3, 9, 2),
        (12, 3, 9, 2),
        (24, 3, 9, 3),
        (8, 4, 7, 2),
        (12, 4, 9, 3),
        (16, 4, 12, 2),
        (24, 4, 9, 5),
    ],
)
def test_the_same_three_do_not_meet_twice(count: int, seats: int, each: int, games: int) -> None:
    """The draw counts repeated groups of three, which are common in divisions of usual size."""
    drawn = draw_fixtures(people(count), seats, each, 1, games)
    threes = Counter(frozenset(three) for table in drawn.tables for three in combinations(table, 3))
    assert max(threes.values()) == 1
    assert drawn.imbalance.threes_again == 0
    assert max(max(row) - min(row) for row in games_of(drawn, people(count), games)) <= 1


def test_three_meet_again_no_more_often_than_they_must() -> None:
    """Four players at one table meet in every match, which is no fault of the draw."""
    assert draw_fixtures(people(4), 4, 3, 1, 2).imbalance.threes_again == 0


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


@pytest.mark.parametrize("seed", range(1, 9))
def test_many_tables_are_searched_for_longer(seed: int) -> None:
    """The steps grow with the tables, so that no pair meets three times while others never meet."""
    met = draw_fixtures(people(24), 4, 12, seed, 5).imbalance
    assert met.meetings_least >= 1
    assert met.meetings_most <= 3


@pytest.mark.parametrize(
    ("chairs", "tries", "steps"),
    [(36, 5, 40_000), (24 * 12, 5, 115_200), (60 * 12, 3, 288_000), (40 * 60, 1, 960_000)],
)
def test_the_search_grows_with_the_chairs_and_stays_bounded(
    chairs: int, tries: int, steps: int
) -> None:
    """The limits of the search are tested, because times on a busy machine are less reliable."""
    assert meetings.planned_search(chairs) == (tries, steps)


def test_the_imbalance_is_counted() -> None:
    tables = ((1, 2, 3), (1, 2, 4), (1, 3, 2))
    uneven = measure_imbalance((1, 2, 3, 4), 3, tables, ("a", "a", "b"))
    assert uneven == Imbalance(
        meetings_least=0,
        meetings_most=3,
        seats_least=0,
        seats_most=3,
        games=1,
        threes_again=1,
    )
    assert uneven.meetings == 3
    assert uneven.seats == 3


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
    ("players", "seats", "wanted", "games", "each"),
    [
        (7, 2, 6, 2, 4),  # with six matches each, three of a game make no whole tables
        (7, 2, 1, 2, 2),
        (10, 3, 9, 2, 9),
        (5, 3, 3, 3, 3),  # neither three nor six divide evenly: the nearest
        (9, 4, 4, 2, 4),  # eight divide evenly, but double the season
        (9, 4, 12, 2, 12),
        (9, 4, 20, 2, 16),  # a fifth less
    ],
)
def test_the_number_of_matches_lets_the_games_come_out_even(
    players: int, seats: int, wanted: int, games: int, each: int
) -> None:
    """For even games, the number of matches changes by a quarter at most: four do not become eight."""
    assert even_matches_each(players, seats, wanted, games) == each


@given(of_several_games())
def test_even_games_cost_no_more_than_a_quarter_of_the_season(
    case: tuple[int, int, int, int, int],
) -> None:
    """A larger change occurs only for full tables, to the nearest possible number."""
    count, seats, wanted, games, _ = case
    each = even_matches_each(count, seats, wanted, games)
    nearest = even_matches_each(count, seats, wanted)
    assert each == nearest or abs(each - wanted) <= -(-wanted // 4)


def test_where_even_games_are_too_far_their_difference_is_shown() -> None:
    drawn = draw_fixtures(people(9), 4, 4, 1, 2)
    assert drawn.matches_each == 4
    assert drawn.imbalance.games == 2


@pytest.mark.parametrize(
    ("players", "seats"), [(people(3), 4), ((), 2), (people(5), 1), ((1, 2, 2), 2)]
)
def test_what_cannot_be_drawn_is_refused(players: tuple[int, ...], seats: int) -> None:
    with pytest.raises(ValueError, match=r"cannot fill|drawn twice"):
        draw_fixtures(players, seats, 4, seed=1)


def test_as_many_players_as_seats_meet_every_time() -> None:
    drawn: Draw = draw_fixtures(people(4), 4, 4, seed=3)
    assert drawn.imbalance == Imbalance(4, 4, 1, 1, games=0, threes_again=0)
