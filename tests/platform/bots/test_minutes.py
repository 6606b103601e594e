"""The length of a round on covers and forms is the measured one."""

from __future__ import annotations

import pytest

from bots.lab.minutes import MeasuredTable, measure_minutes, value_at_share
from bots.lab.rounds import Hall
from games.kernel import registry
from lobby.services.play_now import seats_of

ROUNDS = 5


def test_the_share_of_values_below() -> None:
    assert [value_at_share([5, 1, 4, 2, 3], share) for share in (0, 0.1, 0.5, 0.9, 1)] == [
        1,
        1,
        3,
        5,
        5,
    ]


@pytest.mark.parametrize("slug", registry.games())
def test_a_round_lasts_as_long_as_its_game_says(slug: str) -> None:
    """The median of a few rounds at the usual and at the largest table is the middle of the range."""
    game = registry.get(slug)
    meta = game.meta
    hall = Hall.usual(game, seed=3)
    tables = [
        MeasuredTable(hall, n, meta.levels[0].slug) for n in sorted({seats_of(meta), meta.seats[1]})
    ]
    *_, found = measure_minutes(tables, ROUNDS, processes=1)
    for measured in found:
        shortest, longest = meta.minutes[measured.table.seats]
        _, middle, _ = measured.range
        # Less than a minute counts as one.
        assert shortest <= max(1, middle) <= longest, (measured.table.seats, measured.minutes)


@pytest.mark.parametrize("slug", registry.games())
def test_the_first_table_is_as_short_as_promised(slug: str) -> None:
    """It takes ten minutes at most in every game, and less than the usual table if it is another."""
    game = registry.get(slug)
    meta, first = game.meta, game.meta.first
    seats = seats_of(meta)
    if first is None:
        assert meta.minutes[seats][1] <= 10
        return
    hall = Hall.usual(game, 3, first.options)
    table = MeasuredTable(hall, seats, first.level or meta.levels[0].slug)
    *_, (measured,) = measure_minutes([table], ROUNDS, processes=1)
    _, middle, _ = measured.range
    assert first.minutes[0] <= max(1, middle) <= first.minutes[1], measured.minutes
    assert first.minutes[1] < meta.minutes[seats][1]
