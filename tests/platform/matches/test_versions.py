"""Rules versions are rows: made once for each combination, never changed."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from msgspec.structs import replace

from core import data_releases
from core.refusals import Refused
from matches.engine import catalogue, verification
from matches.models import RulesVersion
from matches.services.rounds import start
from matches.services.rules_versions import offer_versions, offered_versions, publish_version
from matches.services.seating import seats
from matches.services.seating.tables import open_match
from tests.platform.matches.cast import GAME, person

pytestmark = pytest.mark.django_db


def test_one_row_for_each_combination() -> None:
    first = publish_version(GAME)
    assert (first.version, first.revision) == (1, 2)
    assert publish_version(GAME).pk == first.pk
    assert (
        publish_version(GAME, options={"memory_aid": "off"}).pk == first.pk
    )  # the default, stated explicitly
    other = publish_version(GAME, options={"memory_aid": "on"})
    assert other.version == 2
    assert other.options["memory_aid"] == "on"
    assert other.published is not None


@pytest.mark.parametrize(
    ("wanted", "code", "name"),
    [
        ({"options": {"cheating": "on"}}, "unknown_option", "cheating"),
        ({"options": {"memory_aid": "sometimes"}}, "unknown_choice", "memory_aid"),
        ({"options": {"memory_aid": 1}}, "unknown_choice", "memory_aid"),
        ({"revision": 99}, "unknown_revision", 99),
    ],
)
def test_what_does_not_exist_is_refused_by_name(
    wanted: dict[Any, Any], code: str, name: str | int
) -> None:
    with pytest.raises(Refused) as caught:
        publish_version(GAME, **wanted)
    assert caught.value.refusal.code == code
    assert name in caught.value.refusal.facts.values()
    assert not RulesVersion.objects.exists()


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"seats": 1}, "bad_seats"),
        ({"seats": 6}, "bad_seats"),
        ({"seats": 3, "bots": ["easy"] * 3}, "bad_seats"),
        ({"seats": 2, "bots": ["grandmaster"]}, "unknown_level"),
        ({"seats": 2, "tempo": "breakneck"}, "unknown_tempo"),
        ({"seats": 2, "options": {"cheating": "on"}}, "unknown_option"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(wanted: dict[Any, Any], code: str) -> None:
    with pytest.raises(Refused) as caught:
        open_match(person("Alice"), GAME, **wanted)
    assert caught.value.refusal.code == code
    with pytest.raises(Refused) as caught:
        open_match(person("Bob"), "mau_mau", seats=2)
    assert caught.value.refusal.code == "unknown_game"


def test_the_command_publishes_every_game_once() -> None:
    for new in (True, False):
        out = StringIO()
        call_command("publish_rules", "--json", stdout=out)
        row = {"game": GAME, "version": 1, "revision": 2, "new": new}
        assert row in json.loads(out.getvalue())


def test_the_command_says_what_it_did() -> None:
    out = StringIO()
    for _ in range(2):
        call_command("publish_rules", "--game", GAME, "--revision", "1", stdout=out)
    assert out.getvalue().splitlines() == [
        f"{GAME}: revision 1 is now published, as version 1",
        f"{GAME}: revision 1 was already published, as version 1",
    ]


def test_a_version_from_before_an_option_is_the_same_version() -> None:
    """The default of a later option is the behaviour from before it."""
    first = publish_version(GAME)
    older = {name: value for name, value in first.options.items() if name != "dealer"}
    old = RulesVersion.objects.create(
        game=GAME, version=7, revision=1, options=older, published=first.published
    )
    _, rules = catalogue.rules_of(old.pk)
    assert rules.options == first.options
    assert rules.options["dealer"] == "random"
    assert publish_version(GAME, revision=1) == old
    assert publish_version(GAME, revision=1, options={"dealer": "declared"}) != old
    assert publish_version(GAME, revision=1, options={"memory_aid": "on"}) != old
    match = open_match(person("Alice"), GAME, seats=2, bots=["easy"], revision=1)
    assert match.rules == old
    assert match.host is not None
    start.get_ready(match.pk, match.host)
    assert verification.difference(match.rounds.get().pk) is None


def revisions() -> list[int]:
    return [row.revision for row in offered_versions(GAME)]


def test_new_tables_choose_from_what_is_published() -> None:
    publish_version(GAME, revision=1, options={"memory_aid": "on"})
    assert revisions() == []
    publish_version(GAME, revision=1)
    assert revisions() == [1]
    assert open_match(person("Alice"), GAME, seats=2).rules.revision == 1
    with pytest.raises(Refused, match="not_offered"):
        open_match(person("Bob"), GAME, seats=2, revision=2)
    publish_version(GAME)
    assert revisions() == [2, 1]
    charlie = person("Charlie")
    assert open_match(charlie, GAME, seats=2).rules.revision == 2
    for revision in (1, 2):
        options = {"memory_aid": "on"}
        match = open_match(charlie, GAME, seats=2, revision=revision, options=options)
        assert (match.rules.revision, match.rules.options["memory_aid"]) == (revision, "on")


def test_a_server_where_nothing_is_published_plays_by_the_newest() -> None:
    open_match(person("Alice"), GAME, seats=2, options={"memory_aid": "on"})
    assert revisions() == [2]


def test_what_is_withdrawn_is_not_for_new_tables() -> None:
    alice = person("Alice")
    first, second = publish_version(GAME, revision=1), publish_version(GAME, revision=2)
    running = open_match(alice, GAME, seats=2)
    assert offer_versions([second.pk], offered=False) == 1
    assert offer_versions([second.pk], offered=False) == 0
    assert revisions() == [1]
    assert open_match(alice, GAME, seats=2).rules == first
    with pytest.raises(Refused, match="not_offered"):
        open_match(alice, GAME, seats=2, revision=2)
    with pytest.raises(Refused, match="not_offered"):
        open_match(alice, GAME, seats=2, revision=2, options={"memory_aid": "on"})
    assert publish_version(GAME) == second, "it is still published"
    seats.take_seat(running.pk, bob := person("Bob"))
    for user in (alice, bob):
        start.get_ready(running.pk, user)
    assert running.rounds.get().start is not None, "a match continues with its version"
    offer_versions([first.pk], offered=False)
    with pytest.raises(Refused, match="not_offered"):
        open_match(alice, GAME, seats=2)
    offer_versions([first.pk, second.pk], offered=True)
    assert revisions() == [2, 1]


def test_a_combination_can_be_withdrawn_by_itself() -> None:
    aided = publish_version(GAME, options={"memory_aid": "on"})
    publish_version(GAME)
    offer_versions([aided.pk], offered=False)
    assert revisions() == [2]
    with pytest.raises(Refused, match="not_offered"):
        open_match(person("Alice"), GAME, seats=2, options={"memory_aid": "on"})
    assert open_match(person("Bob"), GAME, seats=2).rules.revision == 2


def test_only_the_offer_of_a_published_version_can_change() -> None:
    row = publish_version(GAME)
    with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic():
        RulesVersion.objects.update(offered=False, notes="other")
    with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic():
        row.delete()
    RulesVersion.objects.update(offered=False)


def test_notes_are_the_games_own_unless_others_are_given() -> None:
    assert (
        publish_version(GAME).notes
        == "After a defence, the attacked player draws first, then the attacker."
    )
    assert publish_version(GAME, revision=1).notes == ""
    assert (
        publish_version(GAME, options={"memory_aid": "on"}, notes="For children.").notes
        == "For children."
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--game", "mau_mau"],
        ["--game", GAME, "--options", "{"],
        ["--game", GAME, "--options", '{"cheating": "on"}'],
        ["--game", GAME, "--revision", "99"],
    ],
)
def test_the_command_refuses_in_a_sentence(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("publish_rules", *arguments)


def test_the_data_of_the_day_is_pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new release makes a new version; the old row keeps the old one."""
    game = catalogue.game_of(GAME)
    old = publish_version(GAME)
    assert (old.data, catalogue.rules_of(old.pk)[1].data) == ("", None)
    monkeypatch.setattr(type(game), "meta", replace(game.meta, data="5" * 64))
    monkeypatch.setattr(
        data_releases, "load_release", lambda game, pinned, made: f"{game.meta.slug} {pinned}"
    )
    new = publish_version(GAME)
    assert (new.version, new.data) == (old.version + 1, "5" * 64)
    assert publish_version(GAME).pk == new.pk
    assert offered_versions(GAME) == [new]
    assert catalogue.rules_of(new.pk)[1].data == f"{GAME} {'5' * 64}"
    catalogue.rules_of.cache_clear()
