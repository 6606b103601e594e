"""Restore a backup in place of the database's content: all of it, verified, or nothing.

The old content moves to a schema of its own until the restored matches are verified against the
digests of the backup. If anything fails, the old content is put back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest

from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from core.schema_check import ASIDE, missing_parts, was_cut_short
from matches.store.digests import match_digests
from operations.backups.archive import Archive, Manifest
from operations.backups.programs import (
    SERVICE,
    BackupError,
    find_program,
    refuse_other_schemas,
    refuse_pooler,
    running,
    server_major,
)

UNDONE = "what was there before is there again"
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore: the seconds for loading and for verifying, and the new content."""

    manifest: Manifest
    loading: float
    proving: float


def check_archive(archive: Archive) -> Manifest:
    """Return the manifest of a backup that this Nightcap and this server can restore.

    Raises:
        BackupError: it is damaged, or a newer Nightcap or PostgreSQL made it.
    """
    refuse_pooler()
    refuse_other_schemas()
    manifest = archive.manifest()
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if unknown := sorted(set(manifest.migrations) - known):
        raise BackupError(
            f"{archive.folder} was made by a newer Nightcap, of which this one does not know "
            f"{', '.join(unknown[:3])}: restore it with that."
        )
    if manifest.postgres > server_major():
        raise BackupError(
            f"{archive.folder} is of PostgreSQL {manifest.postgres}, the server is older: "
            f"{server_major()}."
        )
    archive.check_files(manifest)
    return manifest


def put_back() -> None:
    """Put the old content back in place; the content that replaced it is deleted."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA IF EXISTS public CASCADE")
        cursor.execute(f"ALTER SCHEMA {ASIDE} RENAME TO public")


def restore(archive: Archive, manifest: Manifest, say: Say) -> Restored:
    """Restore this backup in place of the database's content.

    Raises:
        BackupError: it failed; the database is as it was before. If an earlier restore was
        interrupted, it
            is as it was before that one.
    """
    program = find_program("pg_restore", manifest.postgres)
    with _set_aside():
        began = time.monotonic()
        say(f"loading {manifest.dump_bytes / 1e6:,.1f} MB")
        # In one transaction, so that a kill at any moment leaves no table without its constraints.
        wanted = ["--no-owner", "--no-privileges", "--single-transaction", "--schema=public"]
        with running(program, *wanted, f"--dbname=service={SERVICE}", str(archive.dump)) as process:
            process.wait()
        loaded = time.monotonic()
        say("comparing the log of each match")
        _prove(archive, manifest, say)
        proved = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Restored(manifest, round(loaded - began, 1), round(proved - loaded, 1))


@contextmanager
def _set_aside() -> Iterator[None]:
    with transaction.atomic(), connection.cursor() as cursor:
        if was_cut_short():  # the content from before that restore stays where it is
            cursor.execute("DROP SCHEMA IF EXISTS public CASCADE")
        else:
            cursor.execute(f"ALTER SCHEMA public RENAME TO {ASIDE}")
        cursor.execute("CREATE SCHEMA public")
    try:
        yield
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA {ASIDE} CASCADE")
    except BaseException:
        if was_cut_short():
            put_back()
        raise


def _prove(archive: Archive, manifest: Manifest, say: Say) -> None:
    """Compare each restored match with its digest in the backup."""
    total = manifest.matches
    with transaction.atomic():
        there = match_digests(lambda done: say(f"{done:,} of {total:,} matches compared"))
        for found, wanted in zip_longest(there, archive.digests()):
            if found != wanted:
                which = (wanted or found or ("", ""))[0]
                raise BackupError(f"match {which} is not what was backed up; {UNDONE}.")
    if missing := missing_parts():
        raise BackupError(
            f"{archive.folder} lacks {len(missing)} keys, indexes and triggers, such as"
            f" {' '.join(missing[0])}; {UNDONE}."
        )
