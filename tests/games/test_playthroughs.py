"""The golden rounds of every game: unchanged, and with every possible action."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from games.kernel import registry
from games.kernel.contract import snake_case
from tests.games import playthroughs
from tests.games.playthroughs import golden
from tests.games.test_sentences import emitted

FILES = [path for slug in registry.games() for path in playthroughs.files(slug)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_is_as_it_was(path: Path) -> None:
    """Every event and observation is as before; `make playthroughs` writes intended changes."""
    assert playthroughs.text(playthroughs.read(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", registry.games())
def test_every_action_is_played(slug: str) -> None:
    game = registry.get(slug)
    every = {snake_case(kind.__name__) for kind in get_args(game.action_type)}
    played = {
        msgspec.to_builtins(move.action)["type"] for round_ in golden(slug) for move in round_.moves
    }
    assert every
    assert every - played == set(), "record a playthrough: see tests/games/playthroughs"


@pytest.mark.parametrize("slug", registry.games())
def test_every_event_is_told(slug: str) -> None:
    told = {event.kind for played in golden(slug) for event in played.events}
    assert emitted(slug) - told == playthroughs.never(slug) & emitted(slug)


@pytest.mark.parametrize("slug", registry.games())
def test_every_round_ends_and_every_revision_has_one(slug: str) -> None:
    for played in golden(slug):
        assert played.game.outcome(played.rules, played.steps[-1].state) is not None, played.about
        assert played.about
    assert {played.rules.revision for played in golden(slug)} == set(
        registry.get(slug).meta.revisions
    )


@pytest.mark.parametrize("slug", registry.games())
def test_every_way_to_end(slug: str) -> None:
    """The ends are those that the game's `Reason` lists, if it has one."""
    outcomes = [
        played.game.outcome(played.rules, played.steps[-1].state) for played in golden(slug)
    ]
    found = {outcome.reason for outcome in outcomes if outcome is not None}
    reasons = {str(one) for one in getattr(import_module(f"games.{slug}.state"), "Reason", found)}
    assert reasons - found == playthroughs.never(slug) & reasons


@pytest.mark.parametrize("slug", registry.games())
def test_every_choice_of_every_option(slug: str) -> None:
    for option in registry.get(slug).meta.options:
        chosen = {played.rules.options[option.name] for played in golden(slug)}
        assert chosen == set(option.choices), option.name


@pytest.mark.parametrize("slug", registry.games())
def test_every_number_of_seats(slug: str) -> None:
    least, most = registry.get(slug).meta.seats
    assert {played.seats for played in golden(slug)} == set(range(least, most + 1))


@pytest.mark.parametrize("slug", registry.games())
def test_every_feat_is_counted(slug: str) -> None:
    game = registry.get(slug)
    counted = set()
    for played in golden(slug):
        seen = [event for event in played.events if event.visible_to(None)]
        counts = game.feats(seen, played.seats)
        counted |= {name for name, each in counts.items() if any(each)}
    assert counted == {feat.name for feat in game.meta.feats}


@pytest.mark.parametrize(("revision", "written"), [(1, False), (2, True)])
def test_a_superseded_revision_is_not_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, revision: int, written: bool
) -> None:
    """A difference is an error in a superseded revision, and a change only in the newest one."""
    folder = tmp_path / "sleeping_queens" / "playthroughs"
    folder.mkdir(parents=True)
    source = next(
        path
        for path in playthroughs.files("sleeping_queens")
        if playthroughs.read(path).rules.revision == revision
    )
    golden = source.read_text(encoding="utf-8")
    path = folder / source.name
    other = golden.replace("* king_played", "* queen_played")
    assert other != golden
    path.write_text(other, encoding="utf-8")
    monkeypatch.setattr(playthroughs, "HERE", tmp_path)
    changed, left = playthroughs.regenerate()
    assert (changed, left) == (([path], []) if written else ([], [path]))
    assert path.read_text(encoding="utf-8") == (golden if written else other)
    playthroughs.regenerate(superseded=True)
    assert path.read_text(encoding="utf-8") == golden
    path.write_text(golden.replace("plays a king", "lays a king"), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != golden
    assert playthroughs.regenerate() == ([path], []), "a changed sentence may be written"
    assert path.read_text(encoding="utf-8") == golden


@pytest.mark.parametrize("slug", registry.games())
def test_what_is_left_out_is_a_field_of_an_observation(slug: str) -> None:
    left = playthroughs.derived(slug)
    seen = {
        f"{type(part).__name__}.{name}"
        for path in playthroughs.files(slug)
        for board in playthroughs.read(path).seen_by(0)
        for part in structs(board)
        for name in part.__struct_fields__
    }
    assert left <= seen


def structs(value: Any) -> Iterator[msgspec.Struct]:
    """Yield the struct and all structs within it."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from structs(getattr(value, name))
    elif isinstance(value, tuple):
        for part in value:
            yield from structs(part)
