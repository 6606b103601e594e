"""Data releases: the immutable data of a game, found by the hash of its content.

A game's releases are the folders in `games/<slug>/data/`. A rules version pins one by its hash, so
a published release never changes: new data needs a new folder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import games
from games.kernel.contract import Game

_loaded: Final[dict[tuple[str, str], Any]] = {}
"""Loaded releases, by slug and hash; they never change."""


class MissingRelease(LookupError):
    """The error for pinned data that no folder of the game contains."""


def hash_of(files: Mapping[str, str]) -> str:
    """Return SHA-256, in hexadecimal, over names and contents in the order of the names."""
    digest = hashlib.sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name].encode()):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def read_release(folder: Path) -> dict[str, str]:
    """Return the files of a release: name to text, in UTF-8, with unchanged line ends."""
    return {
        path.name: path.read_bytes().decode("utf-8") for path in folder.iterdir() if path.is_file()
    }


def release_folders(slug: str) -> list[Path]:
    """Return a game's releases, in the order of their names."""
    home = Path(games.__path__[0]) / slug / "data"
    return sorted(path for path in home.iterdir() if path.is_dir()) if home.is_dir() else []


def load_release(
    game: Game[Any, Any, Any], pinned: str, made: tuple[str, Mapping[str, str]] | None = None
) -> Any:
    """Return `Rules.data` for this pinned hash; None for "". The result is cached permanently.

    `made`: for a derived release without a folder, the hash of its base, and the additional files.

    Raises:
        MissingRelease: no folder has it, or its source was changed since.
    """
    if not pinned:
        return None
    key = game.meta.slug, pinned
    if key not in _loaded:
        files = files_of(*key) if made is None else files_of(key[0], made[0]) | dict(made[1])
        if hash_of(files) != pinned:
            raise MissingRelease(
                f"{key[0]}: the source of the derived release {pinned} was changed since."
            )
        _loaded[key] = game.read(files)
    return _loaded[key]


def files_of(slug: str, pinned: str) -> dict[str, str]:
    """Return the files of the folder with this hash, name to text; none for "".

    Raises:
        MissingRelease: no folder has it.
    """
    if not pinned:
        return {}
    found = release_folders(slug)
    for folder in found:
        files = read_release(folder)
        if hash_of(files) == pinned:
            return files
    raise MissingRelease(
        f"{slug}: none of its releases ({', '.join(path.name for path in found) or 'none'}) has the"
        f" hash {pinned}. A published release never changes: put new data into a new folder."
    )
