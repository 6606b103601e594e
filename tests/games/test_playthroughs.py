"""The golden rounds of every game: as they were, and of everything that can be done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from games.kernel import codec, registry
from games.kernel.contract import snake_case
from tests.games import playthroughs

FILES = [path for slug in registry.games() for path in playthroughs.files(slug)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_is_as_it_was(path: Path) -> None:
    """Event for event and look for look; `make playthroughs` writes anew what was meant to change."""
    assert playthroughs.text(playthroughs.read(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", registry.games())
def test_every_action_is_played(slug: str) -> None:
    game = registry.get(slug)
    every = {snake_case(kind.__name__) for kind in get_args(game.action_type)}
    played = {
        codec.to_builtins(move.action)["type"]
        for path in playthroughs.files(slug)
        for move in playthroughs.read(path).moves
    }
    assert every
    assert every - played == set(), "record a playthrough: see tests/games/playthroughs.py"


@pytest.mark.parametrize("slug", registry.games())
def test_every_round_ends_and_every_revision_has_one(slug: str) -> None:
    game, revisions = registry.get(slug), set()
    for path in playthroughs.files(slug):
        played = playthroughs.read(path)
        revisions.add(played.rules.revision)
        assert game.outcome(played.rules, played.steps[-1].state) is not None, path.name
        assert played.about, path.name
    assert revisions == set(game.meta.revisions)


@pytest.mark.parametrize(("revision", "written"), [(1, False), (2, True)])
def test_a_superseded_revision_is_not_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, revision: int, written: bool
) -> None:
    """What comes out otherwise now is an error there, and only a change in the newest one."""
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
    assert playthroughs.regenerate() == ([path], []), "a sentence may be said better"
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
    """It and all structs within it."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from structs(getattr(value, name))
    elif isinstance(value, tuple):
        for part in value:
            yield from structs(part)
