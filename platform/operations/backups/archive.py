"""What a backup is on disk: a folder with the dump, the digests of the matches, and a manifest.

It is written under a name that says that it is not whole yet, and renamed at its end.
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
    """The name of a backup, which is read back; not for people's zone or language."""
    return made_at.strftime(NAME)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself. `seconds`: how long it took. `postgres`: the server's major version."""

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
    """One backup that is there."""

    folder: Path

    @property
    def dump(self) -> Path:
        """The dump, as `pg_restore` reads it."""
        return self.folder / DUMP

    @property
    def made_at(self) -> datetime:
        """When it was made, by its name."""
        return datetime.strptime(self.folder.name, NAME).replace(tzinfo=UTC)

    def manifest(self) -> Manifest:
        """What it says of itself.

        Raises:
            BackupError: it is none of ours, or of a newer Nightcap.
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
        """Compare the files with what the manifest says of them.

        Raises:
            BackupError: one is damaged, or not there.
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
        """The id and the digest of each match in it.

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
    """The whole backups in a folder, the newest first."""
    named = sorted((path for path in folder.iterdir() if LIKE.fullmatch(path.name)), reverse=True)
    return [Archive(path) for path in named]


def write_digests(folder: Path, digests: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The same digests, written down on the way."""
    with gzip.open(folder / DIGESTS, "wt") as lines:
        for match_id, digest in digests:
            lines.write(f"{match_id} {digest}\n")
            yield match_id, digest


def write_manifest(folder: Path, **told: Any) -> Manifest:
    """Say of a backup what it is; the dump must be whole."""
    dump = folder / DUMP
    manifest = Manifest(
        format=FORMAT, dump_bytes=dump.stat().st_size, dump_sha256=file_digest(dump), **told
    )
    (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1) + "\n")
    return manifest


def file_digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
