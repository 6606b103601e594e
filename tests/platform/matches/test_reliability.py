"""The share of matches that a player finishes."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils.html import strip_tags

from matches.models import Match
from matches.present import reliability
from matches.present.reliability import HALF_LIFE, Record, record, records
from matches.services.absence import departure
from matches.services.seating import tables
from tests.platform.matches.cast import GAME, dealt, person, take_over

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def test_nobody_begins_with_a_bad_name() -> None:
    assert record([], [], NOW) == Record(0, 0, 100)


def test_what_97_percent_are() -> None:
    assert record([NOW] * 92, [NOW] * 3, NOW) == Record(92, 3, 97)


def test_one_match_left_is_mild_and_three_are_not() -> None:
    assert record([], [NOW], NOW).percent == 83
    assert not record([], [NOW], NOW).is_low
    assert record([], [NOW] * 3, NOW).is_low


def test_it_fades() -> None:
    left = [NOW] * 3
    percents = [record([], left, NOW + n * HALF_LIFE).percent for n in range(6)]
    assert percents == sorted(percents)
    assert percents[1] == round(100 * 5 / 6.5)
    assert record([], left, NOW + timedelta(days=3650)).percent == 100


def test_a_clock_that_went_back_counts_nothing_twice() -> None:
    assert record([], [NOW + HALF_LIFE], NOW).percent == record([], [NOW], NOW).percent


def over(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, finished_at=NOW)


@pytest.mark.django_db
def test_who_leaves_has_left_and_who_comes_back_has_not() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob)
    departure.leave_match(match.pk, bob)
    assert records([bob.pk])[bob.pk].left == 1
    departure.come_back(match.pk, bob)
    assert records([bob.pk])[bob.pk] == Record(0, 0, 100)
    over(match)
    assert {(r.finished, r.left) for r in records([alice.pk, bob.pk]).values()} == {(1, 0)}


@pytest.mark.django_db
def test_nobody_but_who_left_is_worse_for_it() -> None:
    alice, bob, dora = person("Alice"), person("Bob"), person("Dora")
    match = dealt(alice, bob)
    departure.leave_match(match.pk, bob)
    take_over(match, 1, dora)
    over(match)
    found = records([alice.pk, bob.pk, dora.pk])
    assert [(found[u.pk].finished, found[u.pk].left) for u in (alice, bob, dora)] == [
        (1, 0),
        (0, 1),
        (1, 0),
    ]


@pytest.mark.django_db
def test_a_substitute_away_at_the_holders_return_has_left_nobody() -> None:
    """A substitute who was away when the holder came back has not left the match.

    Before, they could not come back, and their profile showed the departure for months.
    """
    alice, bob, dora = person("Alice"), person("Bob"), person("Dora")
    match = dealt(alice, bob)
    departure.leave_match(match.pk, bob)
    take_over(match, 1, dora)
    departure.leave_match(match.pk, dora)
    assert records([dora.pk])[dora.pk].left == 1
    departure.come_back(match.pk, bob)
    assert [records([user.pk])[user.pk].left for user in (bob, dora)] == [0, 0]


@pytest.mark.django_db
def test_bots_alone_are_let_down_by_nobody() -> None:
    alice = person("Alice")
    left, finished = dealt(alice, bots=1), dealt(alice, bots=1)
    departure.leave_match(left.pk, alice)
    over(finished)
    assert records([alice.pk])[alice.pk] == Record(0, 0, 100)


@pytest.mark.django_db
def test_the_profile_tells_it_and_how_it_is_counted() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob)
    departure.leave_match(match.pk, bob)
    shown = Client().get("/people/Bob/").content.decode()
    assert re.search(r"Plays to the end\s*</dt>\s*<dd>\s*83 %", shown)
    assert "half as much after 90 days" in shown
    assert "Plays to the end" not in Client().get("/people/Alice/").content.decode()
    assert Client().get("/people/bob/").status_code == 200  # any equivalent spelling
    assert Client().get("/people/Nobody%20at%20all/").status_code == 404
    assert Client().get("/people/%00/").status_code == 404
    assert Client().post("/people/Bob/").status_code == 405


@pytest.mark.django_db
def test_the_list_of_open_tables_tells_a_hosts_low_reliability(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice, bob = person("Alice"), person("Bob")
    departure.leave_match(dealt(alice, bob).pk, bob)
    tables.open_match(bob, GAME, seats=2, public=True)
    assert "Bob finishes" not in strip_tags(Client().get("/tables/").content.decode())
    monkeypatch.setattr(reliability, "LOW_PERCENT", 90)
    shown = strip_tags(Client().get("/tables/").content.decode())
    assert "Bob finishes 83 % of matches" in shown
