"""PostgreSQL's own programs, found and run against the configured database."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from psycopg import ConnectionInfo

from operations.child_processes import Unusable, spawn, stop
from operations.wheels import POSTGRES, POSTGRES_MAJOR, wheel_folder

DEBIANS = "/usr/lib/postgresql"
VERSION = re.compile(r"\(PostgreSQL\) (\d+)")
SERVICE = "nightcap"
STOP_PATIENCE = 5.0
WHERE = ("host", "hostaddr", "port", "user", "password", "dbname")
"""Parts of an address that the settings may leave to the environment."""


class BackupError(Exception):
    """A backup could not be made or restored; the text tells the host why in one sentence."""


def server_major() -> int:
    """Return the major version of the server, such as 18."""
    connection.ensure_connection()
    return int(connection.connection.info.server_version) // 10_000


def refuse_other_schemas() -> None:
    """Check that the tables are in the schema that is backed up and restored.

    Raises:
        BackupError: the database sets its own `search_path`.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        (schema,) = cursor.fetchone()
    if schema != "public":
        raise BackupError(
            f"The database's search_path begins with {schema}: only what lies in public is backed up "
            "and restored. Use PostgreSQL's own tools here."
        )


def refuse_pooler() -> None:
    """Check that connections persist: PostgreSQL's programs configure theirs, which a pooler would
    share.

    Raises:
        BackupError: a pooler assigns connections by transaction.
    """
    if settings.DB_POOLER == "transaction":
        raise BackupError(
            "NIGHTCAP_DB_POOLER is transaction: for this, set it to none and DATABASE_URL to the "
            "address of PostgreSQL itself."
        )


def find_program(name: str, least: int) -> str:
    """Return the path of `pg_dump` or `pg_restore` of this major version or a newer one.

    Raises:
        BackupError: none is installed; an older program cannot read a newer server.
    """
    found = {path: _major(path) for path in _candidates(name)}
    for path, major in found.items():
        if major >= least:
            return path
    there = ", ".join(f"{path} is {major}" for path, major in found.items() if major)
    raise BackupError(
        f"{name} of PostgreSQL {least} or newer is needed and was not found"
        f"{f' ({there})' if there else ''}; Debian's package is postgresql-client-{least}."
    )


def _candidates(name: str) -> list[str]:
    found = [path for path in [shutil.which(name)] if path]
    found += sorted(map(str, Path(DEBIANS).glob(f"*/bin/{name}")), reverse=True)
    try:
        embedded = wheel_folder(POSTGRES) / f"pginstall{POSTGRES_MAJOR}" / "bin" / name
    except Unusable:
        return found
    return [*found, str(embedded)] if embedded.exists() else found


def _major(path: str) -> int:
    try:
        told = subprocess.run(
            [path, "--version"], env=_environment(path), capture_output=True, text=True, check=False
        )
    except OSError:
        return 0
    version = VERSION.search(told.stdout)
    return int(version[1]) if version else 0


@contextmanager
def running(path: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program against the database until the block ends.

    The address and the password are in a file that only we can read, because all users of a machine
    can read the arguments of a command.

    Raises:
        BackupError: the program fails; the text has its last line.
    """
    with tempfile.TemporaryDirectory(prefix="nightcap-") as folder:
        service = Path(folder) / "service"
        service.touch(0o600)
        connection.ensure_connection()
        service.write_text(service_file(connection.connection.info))
        environment = _environment(path) | {"PGSERVICEFILE": str(service), "PGSERVICE": SERVICE}
        said = Path(folder) / "said"
        # The program must end if we are killed. On SIGTERM it lets the server cancel its statement.
        with spawn(
            [path, *arguments], on_parents_death=signal.SIGTERM, env=environment, log=said
        ) as process:
            try:
                yield process
            except BaseException:
                stop([process], signal.SIGTERM, STOP_PATIENCE)
                raise
        if process.returncode != 0:
            lines = said.read_text(errors="replace").strip().splitlines() or ["it said nothing"]
            raise BackupError(f"{Path(path).name} failed: {lines[-1]}")


def service_file(info: ConnectionInfo) -> str:
    """Return the address of a connection in libpq's service file format."""
    address = info.get_parameters() | {"password": info.password}
    # A program with an older libpq rejects the whole file if it finds an option that it does not
    # know.
    wanted = {*WHERE, *connection.get_connection_params()}
    lines = [f"{name}={value}" for name, value in address.items() if value and name in wanted]
    return "\n".join([f"[{SERVICE}]", *lines, ""])


def _environment(path: str) -> dict[str, str]:
    """Return our environment without variables that change the target; the wheel's programs need
    its libraries.
    """
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    if POSTGRES not in Path(path).parts:
        return bare
    return bare | {"LD_LIBRARY_PATH": str(wheel_folder(POSTGRES).with_name(f"{POSTGRES}.libs"))}
