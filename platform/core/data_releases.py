"""Releases: the immutable data of a game, found by the hash of what it holds.

A game's releases are the folders in `games/<slug>/data/`. A rules version pins one of them by its
hash, so that a release that was published is never changed: what is new is a new folder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import games
from games.kernel.contract import Game

_loaded: Final[dict[tuple[str, str], Any]] = {}
"""By slug and hash; nothing in it ever changes."""


class MissingRelease(LookupError):
    """No folder of the game holds what a rules version pins."""


def hash_of(files: Mapping[str, str]) -> str:
    """SHA-256, in hexadecimal, over names and contents in the order of the names."""
    digest = hashlib.sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name].encode()):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def read_release(folder: Path) -> dict[str, str]:
    """The files of a release: name to text, which is UTF-8 with its line ends as they are."""
    return {
        path.name: path.read_bytes().decode("utf-8") for path in folder.iterdir() if path.is_file()
    }


def release_folders(slug: str) -> list[Path]:
    """A game's releases, in the order of their names."""
    home = Path(games.__path__[0]) / slug / "data"
    return sorted(path for path in home.iterdir() if path.is_dir()) if home.is_dir() else []


def load_release(
    game: Game[Any, Any, Any], pinned: str, made: tuple[str, Mapping[str, str]] | None = None
) -> Any:
    """What `Rules.data` is when this hash is pinned; None for "". Kept for good.

    `made`: of a release that is no folder, the hash of the one that it was made of, and what is
    beside that one's files.

    Raises:
        MissingRelease: nothing has it, or what had it was changed since.
    """
    if not pinned:
        return None
    key = game.meta.slug, pinned
    if key not in _loaded:
        files = files_of(*key) if made is None else files_of(key[0], made[0]) | dict(made[1])
        if hash_of(files) != pinned:
            raise MissingRelease(f"{key[0]}: what was made to be {pinned} was changed since.")
        _loaded[key] = game.read(files)
    return _loaded[key]


def files_of(slug: str, pinned: str) -> dict[str, str]:
    """The files of the folder with this hash, name to text; none for "".

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
        f" hash {pinned}. A published release never changes; what is new is a new folder."
    )
