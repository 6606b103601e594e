"""Behind a pooler in transaction mode, commands, matches and pages work.

A real pgbouncer runs before the tests' own PostgreSQL. Prepared statements would fail there at
every other request.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from config.local import listening
from config.local.embedded.testing import BEGUN, TEMPLATE
from tests.platform.config.server import ROOT

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
PORT = 6432
HOSTING = ROOT / "docs" / "hosting.md"
pytestmark = [
    pytest.mark.skipif(PGBOUNCER is None, reason="pgbouncer is not installed here"),
    pytest.mark.skipif(
        "DATABASE_URL" not in os.environ.get(BEGUN, "").split(),
        reason="needs the tests' own PostgreSQL",
    ),
]


def bounds_in_the_docs() -> str:
    """Return pgbouncer's setting for the timeouts of pages in the docs."""
    (found,) = re.findall(r"connect_query='[^']*(?:''[^']*)*'", HOSTING.read_text())
    return str(found)


@contextmanager
def pgbouncer(folder: Path, mode: str = "transaction") -> Iterator[str]:
    """Run a pooler on a socket in this folder; yield the address of its databases without their
    name.

    The database `pages` is the tests' one with the timeouts of docs/hosting.md.
    """
    own = connection.settings_dict
    configuration = folder / "pgbouncer.ini"
    configuration.write_text(
        "[databases]\n"
        f"pages = host={own['HOST']} user={own['USER']} dbname={own['NAME']} {bounds_in_the_docs()}\n"
        f"* = host={own['HOST']} user={own['USER']}\n"
        "[pgbouncer]\n"
        f"unix_socket_dir = {folder}\nlisten_port = {PORT}\nlisten_addr =\n"
        f"auth_type = any\npool_mode = {mode}\n"
        # Fewer connections than clients, so that each client gets different ones.
        "default_pool_size = 2\nmin_pool_size = 2\n"
    )
    # It does not run as root, and PostgreSQL's own socket is open to its own user.
    owner = os.stat(own["HOST"])
    for path in (folder, configuration):
        os.chown(path, owner.st_uid, owner.st_gid)
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            [str(PGBOUNCER), str(configuration)],
            user=owner.st_uid,
            group=owner.st_gid,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + 20
        while not (folder / f".s.PGSQL.{PORT}").exists():
            assert process.poll() is None, (folder / "said").read_text()
            assert time.monotonic() < deadline, "pgbouncer does not listen"
            time.sleep(0.05)
        yield f"postgresql://{own['USER']}@{quote(str(folder), safe='')}:{PORT}"
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A separate database behind the pooler, with all migrations and no other data."""
    name = f"pooled_{os.getpid()}"
    own = connection.settings_dict
    server = f"postgresql://{own['USER']}@{quote(own['HOST'], safe='')}/postgres"
    folder = Path(tempfile.mkdtemp(prefix="nightcap-pooler-"))
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        try:
            with pgbouncer(folder) as pooler:
                yield f"{pooler}/{name}"
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
            shutil.rmtree(folder)


def environment(address: str) -> dict[str, str]:
    """Return the environment of a process whose settings name the pooler; static files are those of
    the tree.
    """
    return os.environ | {
        "PYTHONPATH": os.pathsep.join((str(ROOT / "platform"), str(ROOT))),
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
        BEGUN: "",
        "DATABASE_URL": address,
        "NIGHTCAP_DB_POOLER": "transaction",
        "NIGHTCAP_DB_POOL": "4",
    }


def manage(address: str, *argv: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `manage.py` behind the pooler."""
    return subprocess.run(
        [sys.executable, "manage.py", *argv],
        cwd=ROOT,
        env=environment(address),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_matches_are_played_and_every_command_works(address: str) -> None:
    prepared = manage(address, "prepare", "--only", "data")
    assert prepared.returncode == 0, prepared.stderr
    games = ["sleeping_queens", "wortspiel", "daumen_drauf"]
    with ThreadPoolExecutor() as side_by_side:
        played = side_by_side.map(
            lambda game: manage(address, "simulate", "--rounds", "1", "--game", game), games
        )
    for each in played:
        assert each.returncode == 0, each.stderr[-2000:]
    for command in (["verify_matches"], ["rebuild_ratings", "--check"], ["check_upgrade"]):
        done = manage(address, *command)
        assert done.returncode == 0, done.stderr[-2000:]


def test_pages_are_answered_by_threads_that_share_connections(address: str) -> None:
    assert manage(address, "prepare", "--only", "data").returncode == 0
    with listening.listen_on("127.0.0.1", "0") as listener:
        server = [
            sys.executable,
            "-m",
            "config.serving.web_server",
            "-v",
            "0",
            "-e",
            listener.endpoint,
        ]
        process = subprocess.Popen(
            [*server, "config.serving.web_application:application"],
            cwd=ROOT,
            env=environment(address),
            pass_fds=[listener.handle],
        )
    try:
        assert answer(f"{listener.near}/healthz") == 200
        pages = ["/", "/tables/", "/leagues/", "/daily/", "/ratings/sleeping_queens/"] * 30
        with ThreadPoolExecutor(12) as readers:
            found = list(readers.map(lambda page: answer(f"{listener.near}{page}"), pages))
        assert found == [200] * len(pages)
    finally:
        process.kill()
        process.wait()


def answer(address: str) -> int:
    """Return the status of a page."""
    try:
        with urlopen(address, timeout=60) as page:
            return int(page.status)
    except HTTPError as error:
        return error.code


SHOWN = """
from config import process
process.serves_pages = {serves_pages}
import django
django.setup()
from django.db import connection
for _ in range(2):
    with connection.cursor() as cursor:
        for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
            print(cursor.execute(f"SHOW {name}").fetchone()[0])
    connection.close()
"""
BOUNDED, UNBOUNDED = ["15s", "5s", "1min"] * 2, ["0"] * 6


@pytest.mark.parametrize(
    ("mode", "serves_pages", "name", "bounds"),
    [
        ("session", True, "", BOUNDED),
        ("session", False, "", UNBOUNDED),
        ("transaction", True, "", UNBOUNDED),
        ("transaction", True, "pages", BOUNDED),
    ],
)
def test_what_a_page_waits_for_is_bounded(
    mode: str, serves_pages: bool, name: str, bounds: list[str]
) -> None:
    """In session mode a process sets its timeouts itself; in transaction mode pgbouncer does, by
    docs/hosting.md.
    """
    folder = Path(tempfile.mkdtemp(prefix="nightcap-pooler-"))
    try:
        with pgbouncer(folder, mode) as pooler:
            url = f"{pooler}/{name or connection.settings_dict['NAME']}"
            script = SHOWN.replace("{serves_pages}", str(serves_pages))
            shown = subprocess.run(
                [sys.executable, "-c", script],
                cwd=ROOT,
                env=environment(url) | {"NIGHTCAP_DB_POOLER": mode},
                capture_output=True,
                text=True,
                check=True,
            )
    finally:
        shutil.rmtree(folder)
    assert shown.stdout.split() == bounds


@pytest.mark.parametrize("argv", [["backup", "backups"], ["restore", "nightcap-x"]])
def test_what_needs_connections_that_last_says_so(address: str, argv: list[str]) -> None:
    """PostgreSQL's programs empty their search path, and other clients of that connection would
    find no table.
    """
    refused = manage(address, *argv)
    assert refused.returncode == 1
    assert "NIGHTCAP_DB_POOLER is transaction: for this, set it to none" in refused.stderr
    assert settings.DB_POOLER == "none"
