"""The times to read what happens: the kinds of events exist, and they name seats of the round."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.kernel import pace, registry
from tests.games.contract.words import rounds

ROOT = Path(__file__).resolve().parents[3]
GAMES = sorted(registry.games())


@pytest.mark.parametrize("slug", GAMES)
def test_the_kinds_are_events_of_the_game(slug: str) -> None:
    meta = registry.games()[slug].meta
    said = (ROOT / "templates" / "games" / slug / "event.html").read_text("utf-8")
    kinds = set(re.findall(r'kind == "(\w+)"', said))
    assert meta.concerns
    assert {*meta.concerns, *meta.unsaid} <= kinds
    assert not set(meta.unsaid) & set(meta.concerns), "a reader would wait for a sentence unsaid"


@pytest.mark.parametrize("slug", GAMES)
def test_they_happen_to_seats_of_the_round(slug: str) -> None:
    found: set[str] = set()
    for played in rounds(slug):
        for event in played.last.events:
            logged = event.logged()
            if logged is None:
                continue
            seats = played.game.concerned(logged)
            assert set(seats) <= set(range(played.seats)), event
            assert set(played.game.concerned(event)) == set(seats), "its log says less"
            found |= {event.kind} if seats else set()
    assert found, "nothing ever happens to a seat"


@pytest.mark.parametrize("slug", GAMES)
def test_readers_have_time_for_each_sentence(slug: str) -> None:
    played = rounds(slug)[0]
    game = played.game
    everyone = range(played.seats)
    for event in played.last.events:
        until = pace.read_until_ms(game, [(1_000, [event])], everyone)
        if not pace.is_said(game.meta, event):
            assert until == 1_000
        elif game.concerned(event):
            assert until == 1_000 + pace.OWN_READ_MS
            assert pace.read_until_ms(game, [(1_000, [event])], ()) == 1_000 + pace.READ_MS
        else:
            assert until == 1_000 + pace.READ_MS
