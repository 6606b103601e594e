"""A sentence for every event of every game, in every language."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from games.kernel import events, registry
from games.kernel.contract import Event
from tests.games import playthroughs
from tests.games.sentences import NAMES, words

GAMES = Path(__file__).parents[2] / "games"
MOST = 40
"""Largest number of samples of a kind."""
EMITTERS = {
    name
    for thing in (Event, *vars(events).values())
    if callable(thing) and getattr(thing, "__module__", "").startswith("games.kernel")
    for name in (thing.__name__, *(vars(thing) if isinstance(thing, type) else ()))
}
"""Names that make an event: functions and methods of `games.kernel.events`."""


def emitted(slug: str) -> set[str]:
    """Return the kinds of events that a game's source names."""
    found = set()
    for path in (GAMES / slug).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
                name = called.id if isinstance(called, ast.Name) else called
                texts = [one.value for one in node.args[:2] if isinstance(one, ast.Constant)]
                found |= {text for text in texts if name in EMITTERS and isinstance(text, str)}
    return found


def own(slug: str, name: str) -> Any:
    """Return this name from `tests/games/<slug>/events.py`; empty without it."""
    home = f"tests.games.{slug}.events"
    return getattr(import_module(home), name, {}) if find_spec(home) else {}


@cache
def samples(slug: str) -> dict[str, list[Event]]:
    """Return by kind some events of the game's golden rounds, and its own `EVENTS`."""
    found: dict[str, dict[str, Event]] = {}
    for path in playthroughs.files(slug):
        for event in playthroughs.read(path).events:
            for form in (event, event.logged()):
                if form is not None:
                    found.setdefault(form.kind, {})[repr(form.data)] = form
    samples = {kind: list(some.values())[:MOST] for kind, some in found.items()}
    for kind, some in own(slug, "EVENTS").items():
        samples.setdefault(kind, []).extend(some)
    return samples


@pytest.mark.parametrize("slug", registry.games())
def test_no_event_is_told_without_a_sample(slug: str) -> None:
    kinds = emitted(slug)
    assert "dealt" in kinds
    assert kinds <= samples(slug).keys()


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
@pytest.mark.parametrize("slug", registry.games())
def test_every_event_has_a_sentence(slug: str, language: str) -> None:
    """The sentence ends, has no gaps, and names the event's seat.

    Kinds that the game lists in `NAMELESS` name no seat.
    """
    game = registry.get(slug)
    # In French there is a space before a colon.
    gap = r" [.,](?!\w)" if language == "fr" else r" [.,:;](?!\w)"
    with translation.override(language):
        for kind, some in samples(slug).items():
            for event in some:
                told, seat = words(game, event), event.data.get("seat")
                assert told.endswith((".", "?")), told
                assert not re.search(rf"None|\[|\(\)|%\(|{gap}", told), told
                named = seat is None or NAMES[seat] in told
                assert named or kind in own(slug, "NAMELESS"), told
