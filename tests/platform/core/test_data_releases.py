"""The data of games is found by the hash of its content, and never changes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import games
from core import data_releases
from core.data_releases import MissingRelease, hash_of


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A game with two releases; it reads a release as its text."""
    monkeypatch.setattr(games, "__path__", [str(tmp_path)])
    monkeypatch.setattr(data_releases, "_loaded", {})
    for name, text in (("2026-01", "Eis"), ("2026-02", "Bär\r\n")):
        folder = tmp_path / "words" / "data" / name
        folder.mkdir(parents=True)
        (folder / "words.csv").write_bytes(text.encode())
    return SimpleNamespace(
        meta=SimpleNamespace(slug="words"),
        read=lambda files: "".join(files.values()),
        home=tmp_path,
    )


def test_names_contents_and_their_borders_count() -> None:
    hashes = {
        hash_of(files)
        for files in ({}, {"a": ""}, {"a": "b"}, {"b": "a"}, {"ab": ""}, {"a": "", "b": ""})
    }
    assert len(hashes) == 6
    assert hash_of({"a": "1", "b": "2"}) == hash_of({"b": "2", "a": "1"})
    assert all(len(digest) == 64 for digest in hashes)


def test_each_release_is_found_by_its_hash(game: SimpleNamespace) -> None:
    assert data_releases.load_release(game, hash_of({"words.csv": "Eis"})) == "Eis"
    assert data_releases.load_release(game, hash_of({"words.csv": "Bär\r\n"})) == "Bär\r\n"
    assert data_releases.load_release(game, "") is None


def test_a_changed_release_is_missing_and_says_so(game: SimpleNamespace) -> None:
    """Otherwise running matches would continue with other words than they began with."""
    pinned = hash_of({"words.csv": "Eis"})
    (game.home / "words" / "data" / "2026-01" / "words.csv").write_text("Ei")
    with pytest.raises(MissingRelease, match=r"words: none of its releases \(2026-01, 2026-02\)"):
        data_releases.load_release(game, pinned)


def test_a_game_without_data_has_no_release(game: SimpleNamespace) -> None:
    game.meta.slug = "other"
    with pytest.raises(MissingRelease, match=r"other: none of its releases \(none\)"):
        data_releases.load_release(game, "0" * 64)
