"""Rules versions are rows: made once for each combination, never changed."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from core.refusals import Refused
from matches.models import RulesVersion
from matches.services.tables import open_match
from matches.services.versions import publish
from tests.platform.matches.cast import GAME, person

pytestmark = pytest.mark.django_db


def test_one_row_for_each_combination():
    first = publish(GAME)
    assert (first.version, first.revision) == (1, 1)
    assert publish(GAME).pk == first.pk
    assert publish(GAME, options={"memory_aid": "off"}).pk == first.pk  # the default, said aloud
    other = publish(GAME, options={"memory_aid": "on"})
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
def test_what_does_not_exist_is_refused_by_name(wanted, code, name):
    with pytest.raises(Refused) as caught:
        publish(GAME, **wanted)
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
def test_a_table_that_cannot_be_is_not_opened(wanted, code):
    with pytest.raises(Refused) as caught:
        open_match(person("Alice"), GAME, **wanted)
    assert caught.value.refusal.code == code
    with pytest.raises(Refused) as caught:
        open_match(person("Bob"), "mau_mau", seats=2)
    assert caught.value.refusal.code == "unknown_game"


def test_the_command_publishes_every_game_once():
    for _ in range(2):
        out = StringIO()
        call_command("publish_rules", "--json", stdout=out)
        assert {"game": GAME, "version": 1, "revision": 1} in json.loads(out.getvalue())


@pytest.mark.parametrize(
    "arguments",
    [
        ["--game", "mau_mau"],
        ["--game", GAME, "--options", "{"],
        ["--game", GAME, "--options", '{"cheating": "on"}'],
        ["--game", GAME, "--revision", "99"],
    ],
)
def test_the_command_refuses_in_a_sentence(arguments):
    with pytest.raises(CommandError):
        call_command("publish_rules", *arguments)
