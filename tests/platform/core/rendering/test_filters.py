"""The filters of boards' templates for seats, cards and points."""

from __future__ import annotations

import re
from types import SimpleNamespace

from django.conf import settings

from core.numbers import signed
from core.rendering.filters import (
    FILTERS,
    about,
    among,
    around,
    by_place,
    having,
    left_after,
    next_twin,
    of_kinds,
    ordinal,
    placed,
    runs,
    twins,
    where,
)


def test_a_fragment_reads_the_few_things_that_it_shows() -> None:
    assert among(("king", "king", "3"), "king", "wand") == {"king"}
    assert of_kinds(("halt-3", "halting", "eis-red"), "halt", "join") == {"halt-3"}
    events = [SimpleNamespace(data={"slot": 3}), SimpleNamespace(data={})]
    assert about(events, "slot", 3) == events[:1]


def test_others_sit_in_order_from_your_left() -> None:
    assert list(around(["a", "b", "c", "d"], 1)) == ["c", "d", "a"]


def test_a_spectator_sees_everybody_in_seat_order() -> None:
    assert list(around(["a", "b", "c"], None)) == ["a", "b", "c"]


def test_a_loss_is_written_with_a_minus_sign() -> None:
    assert [signed(points) for points in (-3, 0, 12)] == ["\N{MINUS SIGN}3", "0", "12"]


def test_twins_are_numbered_and_the_next_one_follows() -> None:
    hand = ["king", "king", "5"]
    assert list(twins(hand)) == [("king", 1), ("king", 2), ("5", 1)]
    assert next_twin(hand, "king") == 3
    assert next_twin(hand, "wand") == 1


def test_twins_that_stand_together_are_counted() -> None:
    assert list(runs(["king", "king", "5", "king"])) == [("king", 2), ("5", 1), ("king", 1)]


def test_the_best_stands_first_and_ties_stand_by_seat() -> None:
    seats = [SimpleNamespace(number=seat, place=place) for seat, place in enumerate((3, 1, 1))]
    assert [seat.number for seat in by_place(seats)] == [1, 2, 0]


def test_leaders_are_in_first_place_by_what_counts_now() -> None:
    seats = [SimpleNamespace(number=seat, place=place) for seat, place in enumerate((2, 1, 1))]
    assert placed(seats, 1, None) == [1, 2]
    assert placed(seats, 1, [1, 2, 3]) == [0]
    assert placed([SimpleNamespace(number=0, place=None)], 1, None) == []


def test_places_are_written_as_ordinals() -> None:
    assert [ordinal(place) for place in (2, 3, 4, 8, 9)] == ["2nd", "3rd", "4th", "8th", "9"]


def test_no_more_chairs_than_are_missing() -> None:
    assert len(left_after(4, ["rose"])) == 3
    assert len(left_after(4, ["a", "b", "c", "d", "e"])) == 0


def test_a_place_is_given_what_concerns_it_alone() -> None:
    attack = SimpleNamespace(victim=2)
    assert where(attack, "victim", 2) is attack
    assert where(attack, "victim", 1) is None
    assert where(None, "victim", 1) is None


def test_combinations_are_found_by_one_of_their_cards() -> None:
    twos = [SimpleNamespace(cards=("king", "7")), SimpleNamespace(cards=("7", "7"))]
    assert having(twos, "cards", "king") == (twos[0],)
    assert having(None, "cards", "king") == ()


def test_the_design_names_every_filter_and_no_other() -> None:
    """The design is the only list of filters for authors of boards.

    It shows the arguments of each.
    """
    design = (settings.ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    (boards,) = re.findall(r"^### Jinja2 in boards\n.*?(?=^#)", design, re.DOTALL | re.MULTILINE)
    named = dict(re.findall(r"\|(\w+)(\([a-z, ]*\))?", boards.replace("| trim", "")))
    assert set(named) == set(FILTERS)
    assert {name for name, takes in named.items() if takes} == {
        name for name, filter in FILTERS.items() if filter.__code__.co_argcount > 1
    }
    assert "{% load" not in design[design.index("## The table") :]
