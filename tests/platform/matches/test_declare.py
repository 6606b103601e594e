"""Questions of the rulebook before the first round, answered at the table and passed to the game."""

from __future__ import annotations

from typing import Any

import pytest

from core.refusals import Refused, sentence
from games.kernel.contract import Declaration, Target
from games.kernel.registry import get
from matches.engine import choices, stored_values
from matches.models import Match
from matches.services.rounds import finish, start
from matches.services.seating import seats
from matches.services.seating.declarations import keep_declaration
from tests.platform.matches.cast import GAME, opened, person, play_out, start_of

pytestmark = pytest.mark.django_db

ASKED = (
    Declaration(name="late", label="I got up last", kind="flag", option="ask", choice="yes"),
    Declaration(name="age", label="Age", kind="number", option="ask", choice="yes", most=99),
    Declaration(name="woke", label="Up at", kind="time", option="ask", choice="yes"),
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every rules version ask for three things; the game itself is unchanged."""
    monkeypatch.setattr(choices, "declarations", lambda version_id: ASKED)


def said(match: Match) -> list[dict[str, int]]:
    return [place.declared for place in match.seats.all()]


def code_of(*args: Any) -> str:
    with pytest.raises(Refused) as caught:
        keep_declaration(*args)
    assert "%(" not in sentence(caught.value.refusal)
    return caught.value.refusal.code


def test_what_was_said_is_kept_and_can_be_taken_back(asked: None) -> None:
    alice, bob = person("Alice"), person("Bob")
    match = opened(alice, bob)
    keep_declaration(match.pk, alice, "late", "yes")
    keep_declaration(match.pk, alice, "woke", "07:30")
    keep_declaration(match.pk, bob, "age", "8")
    assert said(match) == [{"late": True, "woke": 450}, {"age": 8}]
    keep_declaration(match.pk, alice, "late", "")
    keep_declaration(match.pk, bob, "age", "")
    keep_declaration(match.pk, bob, "age", "")
    assert said(match) == [{"woke": 450}, {}]


def test_the_first_round_begins_with_it_and_no_other(asked: None) -> None:
    alice, bob = person("Alice"), person("Bob")
    match = opened(alice, bob, bots=1, target="rounds-2")
    keep_declaration(match.pk, bob, "late", "yes")
    keep_declaration(match.pk, bob, "age", "8")
    for user in (alice, bob):
        start.get_ready(match.pk, user)
    assert start_of(match)["declared"] == {
        "late": [None, True, None],
        "age": [None, 8, None],
        "woke": [None, None, None],
    }
    assert stored_values.to_json(Target(rounds=2)) == match.target
    finish_round(match)
    for user in (alice, bob):
        start.get_ready(match.pk, user)
    assert start_of(match, 2)["declared"] == {}


def finish_round(match: Match) -> None:
    play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("unknown", "1", "not_asked"),
        ("age", "100", "out_of_range"),
        ("age", "-1", "out_of_range"),
        ("age", "old", "malformed"),
        ("age", "9" * 5000, "malformed"),
        ("age", "--8", "malformed"),
        ("age", "٣", "malformed"),
        ("age", "\x00", "malformed"),
        ("woke", "24:00", "out_of_range"),
        ("woke", "7:60", "out_of_range"),
        ("woke", "noon", "malformed"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    asked: None, name: str, value: str, code: str
) -> None:
    alice = person("Alice")
    match = opened(alice, person("Bob"))
    keep_declaration(match.pk, alice, "age", "8")
    assert code_of(match.pk, alice, name, value) == code
    assert said(match) == [{"age": 8}, {}]


def test_only_a_seat_declares_and_only_before_the_deal(asked: None) -> None:
    alice, bob = person("Alice"), person("Bob")
    match = opened(alice, bob)
    assert code_of(match.pk, person("Charlie"), "late", "yes") == "not_yours"
    keep_declaration(match.pk, bob, "late", "yes")
    seats.leave_seat(match.pk, bob)
    assert said(match)[1] == {}
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING)
    assert code_of(match.pk, alice, "late", "yes") == "table_closed"


def test_a_rules_version_asks_for_what_its_options_need() -> None:
    meta = get(GAME).meta
    for one in meta.declarations:
        match = opened(person(f"Fan of {one.name}"), bots=1, options={one.option: one.choice})
        assert one in choices.declarations(match.rules_id)
    plain = opened(person("Alice"), bots=1)
    faithful = {option.name: option.default for option in meta.options}
    asked = [one for one in meta.declarations if faithful[one.option] == one.choice]
    assert list(choices.declarations(plain.rules_id)) == asked
