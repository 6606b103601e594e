"""Put a backup in the place of what a database holds: all of it, proved, or nothing.

What was there is set aside in a schema of its own until the restored matches are proved to be those
that were backed up; if anything goes wrong, it is put back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest

from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from config.backups.archive import Archive, Manifest
from config.backups.programs import (
    SERVICE,
    BackupError,
    find_program,
    refuse_other_schemas,
    refuse_pooler,
    running,
    server_major,
)
from matches.models import Heartbeat, Match
from matches.table.digests import match_digests

ASIDE = "before_restore"
"""The schema in which what was there before is kept meanwhile."""
BEAT_PATIENCE = 8.0
"""Seconds in which a server that runs sends a heartbeat."""
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored: seconds of loading and proving, and how much there is now."""

    manifest: Manifest
    loading: float
    proving: float


def check_archive(archive: Archive) -> Manifest:
    """What a backup says of itself, if this Nightcap and this server can take it.

    Raises:
        BackupError: it is damaged, or made by a newer Nightcap or PostgreSQL.
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


def refuse_while_it_runs() -> None:
    """Look whether anything uses the database.

    Raises:
        BackupError: a server runs on it, or somebody is connected.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        (others,) = cursor.fetchone()
    if others or beats():
        raise BackupError(
            "Nightcap runs on this database"
            + (f", or somebody else is connected to it ({others})" if others else "")
            + ". End all its processes first; nothing was changed."
        )


def beats() -> bool:
    """Whether a heartbeat comes; a server that has just ended has sent its last."""
    if not _is_there(Heartbeat):
        return False
    with connection.cursor() as cursor:
        fresh = (
            "SELECT max(at_ms), max(at_ms) > extract(epoch FROM clock_timestamp()) * 1000 - %s"
            f" FROM {Heartbeat._meta.db_table}"
        )
        cursor.execute(fresh, [BEAT_PATIENCE * 1000])
        first, is_fresh = cursor.fetchone()
        end = time.monotonic() + BEAT_PATIENCE
        while is_fresh and time.monotonic() < end:
            time.sleep(0.2)
            cursor.execute(fresh, [BEAT_PATIENCE * 1000])
            if cursor.fetchone()[0] != first:
                return True
    return False


def matches_there() -> int:
    """How many matches the database holds now."""
    return Match.objects.count() if _is_there(Match) else 0


def was_cut_short() -> bool:
    """Whether an earlier restore was killed half-way: what was there before is still set aside."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regnamespace(%s) IS NOT NULL", [ASIDE])
        return bool(cursor.fetchone()[0])


def put_back() -> None:
    """Let what was set aside be what the database holds; half a restore goes."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA IF EXISTS public CASCADE")
        cursor.execute(f"ALTER SCHEMA {ASIDE} RENAME TO public")


def restore(archive: Archive, manifest: Manifest, say: Say) -> Restored:
    """Put this backup in the place of what the database holds.

    Raises:
        BackupError: it failed; the database is as it was before.
    """
    program = find_program("pg_restore", manifest.postgres)
    with _set_aside():
        began = time.monotonic()
        say(f"loading {manifest.dump_bytes / 1e6:,.1f} MB")
        wanted = ["--no-owner", "--no-privileges", "--exit-on-error", "--schema=public"]
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
        cursor.execute(f"ALTER SCHEMA public RENAME TO {ASIDE}")
        cursor.execute("CREATE SCHEMA public")
    try:
        yield
    except BaseException:
        put_back()
        raise
    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA {ASIDE} CASCADE")


def _prove(archive: Archive, manifest: Manifest, say: Say) -> None:
    """Compare each match that is there now with the digest that was written down of it."""
    total = manifest.matches
    with transaction.atomic():
        there = match_digests(lambda done: say(f"{done:,} of {total:,} matches compared"))
        for found, wanted in zip_longest(there, archive.digests()):
            if found != wanted:
                which = (wanted or found or ("", ""))[0]
                raise BackupError(f"match {which} is not what was backed up; nothing was changed.")


def _is_there(model: type[Model]) -> bool:
    """Whether the database has this table: an empty one is filled, too."""
    return model._meta.db_table in connection.introspection.table_names()
