"""Every event of every game is in its list of events, with the listed data: programs rely on it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator

from games.kernel import registry
from games.kernel.told import EVERYWHERE, Told, kind_of
from matches.engine.schemas import json_schema, told_in
from tests.games.contract.rounds import Round, play_round

GAMES = sorted(registry.games())
WRITTEN = re.compile(r'(?:\bEvent|_event|show_once)\(\s*(?:seat, |\w+, )?"(\w+)"')
"""Places in code that name a kind of event."""


def rounds_of(slug: str) -> list[Round]:
    """Return some random rounds, with few seats and with many."""
    game = registry.get(slug)
    return [play_round(game, seats, seed) for seed, seats in enumerate(game.meta.seats)]


def decoded(value: Any) -> Any:
    """Return a value as a program reads it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def described(slug: str) -> dict[str, type[Told]]:
    return {kind_of(told): told for told in told_in(slug)}


@pytest.mark.parametrize("slug", GAMES)
def test_events_are_as_described(slug: str) -> None:
    """Programs can read the kinds and fields without playing to learn them."""
    kinds, schema = described(slug), json_schema(slug)
    whole = Draft202012Validator({"$defs": schema["$defs"], **schema["properties"]["Event"]})
    looks = Draft202012Validator({"$defs": schema["$defs"], **schema["properties"]["Observation"]})
    for played in rounds_of(slug):
        for event in played.last.events:
            msgspec.convert(decoded(event.data), kinds[event.kind])
            whole.validate(decoded(event))
        for position in played.sample(20):
            looks.validate(decoded(played.game.observe(played.rules, position.state, None)))


@pytest.mark.parametrize("slug", GAMES)
def test_every_kind_that_code_tells_is_listed_and_none_else(slug: str) -> None:
    """The test reads the code, as random rounds do not reach every kind."""
    folder = Path(registry.__file__).parents[1] / slug
    text = "\n".join(path.read_text() for path in folder.rglob("*.py") if path.name != "told.py")
    listed = {kind_of(told) for told in import_module(f"games.{slug}.told").EVENTS}
    assert set(WRITTEN.findall(text)) <= listed
    for kind in listed:
        assert f'"{kind}"' in text, kind
    assert not listed & {kind_of(told) for told in EVERYWHERE}


@pytest.mark.parametrize("slug", GAMES)
def test_phases_are_listed(slug: str) -> None:
    phases = [one.value for one in import_module(f"games.{slug}.state").Phase]
    schema = json_schema(slug)
    board = schema["properties"]["Observation"]["$ref"].rpartition("/")[2]
    assert schema["$defs"][board]["properties"]["phase"]["enum"] == phases
