"""Make a backup while the server runs; the dump and the digests share one snapshot."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import User
from core.schema_check import why_not_whole
from matches.models import Match, Move, Round
from matches.store.digests import digest_of, match_digests
from operations.backups.archive import (
    DUMP,
    HALF,
    Archive,
    Manifest,
    name_of,
    write_digests,
    write_manifest,
)
from operations.backups.programs import (
    BackupError,
    find_program,
    refuse_other_schemas,
    refuse_pooler,
    running,
    server_major,
)

Say = Callable[[str], None]


def write_backup(into: Path, say: Say) -> tuple[Archive, Manifest]:
    """Write a backup into a folder; a partial one does not count.

    Raises:
        BackupError: it could not be made; nothing of it is left.
    """
    began = time.monotonic()
    name = name_of(datetime.now(UTC))
    half = into / f"{name}{HALF}"
    try:
        half.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise BackupError(f"{half} cannot be written: {error.strerror}.") from None
    try:
        manifest = _write(half, began, say)
        half.rename(into / name)
    except OSError as error:
        shutil.rmtree(half, ignore_errors=True)
        raise BackupError(f"{half} cannot be written: {error.strerror}.") from None
    except BaseException:
        shutil.rmtree(half, ignore_errors=True)
        raise
    return Archive(into / name), manifest


def _write(half: Path, began: float, say: Say) -> Manifest:
    refuse_pooler()
    refuse_other_schemas()
    # It would look like a good backup, and the rotation would delete older good ones.
    if why := why_not_whole():
        raise BackupError(why)
    program = find_program("pg_dump", server_major())
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
        counts = {
            "matches": Match.objects.count(),
            "rounds": Round.objects.count(),
            "moves": Move.objects.count(),
            "users": User.objects.count(),
        }
        # Without owners and privileges, so that it can be restored under another user.
        wanted = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
        with running(program, *wanted, f"--file={half / DUMP}") as process:
            total = counts["matches"]
            digests = match_digests(lambda done: say(f"{done:,} of {total:,} matches read"))
            read, whole = digest_of(write_digests(half, digests))
            say(f"{read:,} matches with a round read; waiting for pg_dump")
            process.wait()
        migrations = sorted(
            f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()
        )
    return write_manifest(
        half,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - began, 1),
        postgres=server_major(),
        migrations=migrations,
        matches_sha256=whole,
        **counts,
    )
