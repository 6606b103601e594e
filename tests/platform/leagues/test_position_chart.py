"""The chart of places: its lines match the numbers, and the first and last moment are always shown."""

from __future__ import annotations

import pytest

from leagues.present import position_chart


def season(length: int, players: int = 3) -> list[list[tuple[int, int]]]:
    """Return tables in which every player moves up a place each time."""
    return [[((row + at) % players, row + 1) for row in range(players)] for at in range(length)]


@pytest.mark.parametrize("length", [0, 1])
def test_one_table_is_no_line(length: int) -> None:
    assert position_chart.draw_position_chart(season(length)) is None


@pytest.mark.parametrize("length", [2, 3, 12, 13, 48, 240])
def test_first_and_last_are_always_there(length: int) -> None:
    tables = season(length)
    drawn = position_chart.draw_position_chart(tables)
    assert drawn is not None
    after = [stage.after for stage in drawn.stages]
    assert (after[0], after[-1]) == (1, length)
    assert after == sorted(set(after))
    assert len(after) == min(length, position_chart.STAGES)
    for line in drawn.lines:
        assert line.places == tuple(dict(tables[at - 1])[line.player] for at in after)
        assert len(line.dots) == len(after)
        assert len(line.points.split()) == len(after) + 2  # and both names


def test_lines_of_a_shared_place_are_at_its_height() -> None:
    """The drawing agrees with the numbers, and still shows each line."""
    tables = [[(one, 1) for one in range(1, 10)], [(one, one) for one in range(1, 10)]]
    drawn = position_chart.draw_position_chart(tables)
    assert drawn is not None
    heights = dict(drawn.heights)
    for line in drawn.lines:
        for place, (_x, y) in zip(line.places, line.dots, strict=True):
            assert abs(y - heights[place]) < position_chart.STEP / 2
    assert len({line.dots[0][1] for line in drawn.lines}) == 9


def test_a_shared_place_has_a_name_for_each_line() -> None:
    drawn = position_chart.draw_position_chart([[(7, 1), (8, 1)], [(8, 1), (7, 1)]])
    assert drawn is not None
    assert [line.places for line in drawn.lines] == [(1, 1), (1, 1)]
    assert len({line.points for line in drawn.lines}) == 2
    assert [line.player for line in drawn.lines] == [8, 7]
    assert [line.ends for line in drawn.lines] == [y for _place, y in drawn.heights]
    assert [line.begins for line in drawn.lines] == [y for _place, y in drawn.heights][::-1]
