"""Equal points: a table in words of the values that decide, for each group of tied players."""

from __future__ import annotations

from leagues.present.equal_points import equal_points
from leagues.scoring.fixture_result import FixtureResult
from leagues.scoring.standings import Scoring, make_table
from leagues.scoring.tie_breaks import TieBreak

ANNE, BERT, CORA, DORA = ALL = (0, 1, 2, 3)
NAMES = dict(zip(ALL, ("Anne", "Bert", "Cora", "Dora"), strict=True))
USUAL = (TieBreak.WINS, TieBreak.PLACES, TieBreak.AGAINST)


def ended(*players: int) -> FixtureResult:
    """Return the result in which these players have the places 1, 2 and so on."""
    return FixtureResult(players, tuple(range(1, len(players) + 1)))


def test_first_places_are_counted_in_one_column() -> None:
    results = [ended(ANNE, BERT, CORA), ended(BERT, ANNE, DORA)]
    rows = make_table(Scoring((2, 1, 0), USUAL), ALL, results)
    top, _last = equal_points(rows, NAMES)
    assert top.names == "Anne, Bert"
    assert top.heads == ("First places", "Place 2", "Place 3", "Against each other")
    assert [one.values for one in top.players] == [("1", "1", "0", "0")] * 2
    assert [meaning.split(":")[0] for meaning in top.meanings] == [
        "First places",
        "Place 2 and so on",
        "Against each other",
    ]
    assert top.shares_place


def test_a_value_is_missing_where_an_earlier_one_has_decided() -> None:
    results = [ended(ANNE, BERT), ended(CORA, ANNE), ended(BERT, CORA)]
    rows = make_table(Scoring((1, 0), (TieBreak.WINS, TieBreak.LOTS)), (ANNE, BERT, CORA), results)
    (group,) = equal_points(rows, NAMES)
    assert group.heads == ("First places", "Lot")
    assert [one.values for one in group.players] == [("1", "1"), ("1", "2"), ("1", "3")]
    assert not group.shares_place
    scored = Scoring((1, 1, 0), USUAL)
    rows = make_table(scored, (ANNE, BERT, CORA), [ended(ANNE, BERT, CORA)])
    (group,) = equal_points(rows, NAMES)
    assert [(one.name, one.values) for one in group.players] == [("Anne", ("1",)), ("Bert", ("0",))]


def test_without_results_or_tie_breaks_there_is_no_table() -> None:
    assert equal_points(make_table(Scoring((1, 0), USUAL), ALL, []), NAMES) == []
    rows = make_table(Scoring((1, 0)), ALL, [ended(ANNE, BERT), ended(BERT, ANNE)])
    assert equal_points(rows, NAMES) == []


def test_columns_after_the_deciding_one_are_empty() -> None:
    rows = make_table(Scoring((1, 1, 1), USUAL), ALL[:3], [ended(ANNE, BERT, CORA)])
    (group,) = equal_points(rows, NAMES)
    assert group.heads == ("First places", "Place 2", "Place 3")
    assert [one.values for one in group.players] == [
        ("1", "", ""),
        ("0", "1", "0"),
        ("0", "0", "1"),
    ]
