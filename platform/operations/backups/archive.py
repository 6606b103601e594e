"""A backup on disk: a folder with the dump, the digests of the matches, and a manifest.

Until it is complete, the folder has a name that marks it as partial; it is renamed at the end.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from operations.backups.programs import BackupError

FORMAT = 1
NAME = "nightcap-%Y-%m-%dT%H-%M-%SZ"
LIKE = re.compile(r"nightcap-\d{4}(-\d{2}){2}T\d{2}(-\d{2}){2}Z")
HALF = ".half"
MANIFEST, DUMP, DIGESTS = "manifest.json", "database.dump", "matches.gz"


def name_of(made_at: datetime) -> str:
    """Return the name of a backup made at this time, in UTC; `made_at` parses it."""
    return made_at.strftime(NAME)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a backup. `seconds`: the duration. `postgres`: the server's major version."""

    format: int
    made_at: str
    seconds: float
    postgres: int
    migrations: list[str]
    matches: int
    rounds: int
    moves: int
    users: int
    matches_sha256: str
    dump_bytes: int
    dump_sha256: str


@dataclass(frozen=True, slots=True)
class Archive:
    """A complete backup on disk."""

    folder: Path

    @property
    def dump(self) -> Path:
        """The path of the dump, for `pg_restore`."""
        return self.folder / DUMP

    @property
    def made_at(self) -> datetime:
        """The time when it was made, from its name."""
        return datetime.strptime(self.folder.name, NAME).replace(tzinfo=UTC)

    def manifest(self) -> Manifest:
        """Read the manifest.

        Raises:
            BackupError: the folder is no backup, or a newer Nightcap made it.
        """
        path = self.folder / MANIFEST
        try:
            told = json.loads(path.read_text())
            if told["format"] > FORMAT:
                raise BackupError(
                    f"{self.folder} was made by a newer Nightcap: restore it with that."
                )
            return msgspec.convert(told, Manifest)
        except OSError:
            raise BackupError(f"{self.folder} is no backup: it has no {MANIFEST}.") from None
        except (ValueError, KeyError, TypeError):
            raise BackupError(f"{path} is damaged.") from None

    def check_files(self, manifest: Manifest) -> None:
        """Compare the files with the manifest.

        Raises:
            BackupError: a file is damaged or missing.
        """
        try:
            size = self.dump.stat().st_size
            if size != manifest.dump_bytes:
                raise BackupError(
                    f"{self.dump} is damaged: it has {size:,} bytes, not {manifest.dump_bytes:,}."
                )
            if file_digest(self.dump) != manifest.dump_sha256:
                raise BackupError(f"{self.dump} is damaged: it is not what was written.")
        except OSError as error:
            raise BackupError(f"{self.dump} cannot be read: {error.strerror}.") from None

    def digests(self) -> Iterator[tuple[str, str]]:
        """Return the id and the digest of each match in the backup.

        Raises:
            BackupError: the file is damaged.
        """
        path = self.folder / DIGESTS
        try:
            with gzip.open(path, "rt") as lines:
                for line in lines:
                    match_id, _, digest = line.strip().partition(" ")
                    yield match_id, digest
        except (OSError, EOFError):
            raise BackupError(f"{path} is damaged.") from None


def archives(folder: Path) -> list[Archive]:
    """Return the complete backups in a folder, the newest first."""
    named = sorted((path for path in folder.iterdir() if LIKE.fullmatch(path.name)), reverse=True)
    return [Archive(path) for path in named]


def write_digests(folder: Path, digests: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Write the digests to a file while passing them on."""
    with gzip.open(folder / DIGESTS, "wt") as lines:
        for match_id, digest in digests:
            lines.write(f"{match_id} {digest}\n")
            yield match_id, digest


def write_manifest(folder: Path, **told: Any) -> Manifest:
    """Write the manifest of a backup; the dump must be complete."""
    dump = folder / DUMP
    manifest = Manifest(
        format=FORMAT, dump_bytes=dump.stat().st_size, dump_sha256=file_digest(dump), **told
    )
    (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1) + "\n")
    return manifest


def file_digest(path: Path) -> str:
    """Return the SHA-256 digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
