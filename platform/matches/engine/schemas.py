"""JSON Schemas of a game's values, for programs: its input and its output."""

from __future__ import annotations

import inspect
from functools import cache, reduce
from importlib import import_module
from operator import or_
from typing import Any

import msgspec

from games.kernel.contract import Outcome, Standing
from games.kernel.session import TakeBack
from games.kernel.told import EVERYWHERE, Told, event_of
from matches.engine import catalogue


@cache
def json_schema(slug: str) -> dict[str, Any]:
    """Return the schema of a game's actions, observations, events, outcomes and standings.

    The keys are `Action`, `Observation`, `Event`, `Outcome` and `Standing`.

    Raises:
        Refused: `unknown_game`.
    """
    game = catalogue.game_of(slug)
    kinds = {
        "Action": game.action_type | TakeBack,
        "Observation": game.observation_type,
        "Event": reduce(or_, map(event_of, told_in(slug))),
        "Outcome": Outcome,
        "Standing": Standing,
    }
    schemas, parts = msgspec.json.schema_components(
        list(kinds.values()), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": game.meta.title,
        "description": _vocabulary(slug),
        "properties": dict(zip(kinds, schemas, strict=True)),
        "$defs": parts,
    }


def told_in(slug: str) -> tuple[type[Told], ...]:
    """Return the data types of all kinds of events of a game."""
    return (*import_module(f"games.{slug}.told").EVENTS, *EVERYWHERE)


def _vocabulary(slug: str) -> str:
    """Return the names of cards and places on the wire, from the docstrings of the game's modules."""
    modules = (import_module(f"games.{slug}.{name}") for name in ("view", "actions"))
    said = [inspect.getdoc(module) or "" for module in modules]
    return "\n\n".join([*said, f"The rules, by their clauses, are at /rules/{slug}/."])
