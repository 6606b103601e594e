"""The two servers of one `var`: started once, shared, stopped, and refused if damaged."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from config.local.embedded import services
from config.local.embedded.services import URLS, AlreadyUp, Services, borrow_services
from operations.child_processes import Unusable
from tests.platform.config.server import printed


@pytest.fixture
def var() -> Iterator[Path]:
    """A path with a space, a capital and a comma, which three kinds of address must preserve."""
    folder = Path(tempfile.mkdtemp(prefix="Nightcap, a test "))
    folder.chmod(0o755)
    yield folder / "var"
    shutil.rmtree(folder)


def numbers(urls: dict[str, str]) -> tuple[int, bool]:
    """Query both servers."""
    with psycopg.connect(urls["DATABASE_URL"]) as database:
        row = database.execute("SELECT 1").fetchone()
    with redis.Redis.from_url(urls["REDIS_URL"]) as valkey:
        return (row or (0,))[0], bool(valkey.ping())


def test_one_process_has_them_up_and_others_find_them(var: Path) -> None:
    first, second = Services(var, forgetful=True), Services(var, forgetful=True)
    first.claim()
    urls = first.start()
    try:
        assert numbers(urls) == (1, True)
        with pytest.raises(AlreadyUp, match="already running"):
            second.claim()
        assert services.running_urls(var) == urls
        with borrow_services(var, URLS) as found:
            assert found == urls
    finally:
        first.stop()
    assert services.running_urls(var) == {}
    assert not first.running
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(urls["DATABASE_URL"])
    second.claim()
    second.stop()


def test_nobody_else_can_enter_where_the_sockets_are(var: Path) -> None:
    ours = Services(var, forgetful=True)
    ours.claim()
    try:
        ours.start()
        for server in ours.running:
            assert server.process is not None
            assert server.place.sockets.stat().st_mode & 0o077 == 0
            assert os.stat(f"/proc/{server.process.pid}").st_uid == server.place.owner.uid != 0
    finally:
        ours.stop()


def test_a_stale_sign_of_life_is_no_life(var: Path) -> None:
    ours = Services(var, forgetful=True)
    ours.claim()
    ours.start(("DATABASE_URL",))
    ours.stop()
    # As after a hard kill, with our own pid in it: alive, and not PostgreSQL.
    sign = var / "postgres" / "postmaster.pid"
    sign.write_text(f"{os.getpid()}\n{var / 'postgres'}\n1\n5432\n\n\n0 0\nready\n")
    shutil.chown(sign, (var / "postgres").stat().st_uid, (var / "postgres").stat().st_gid)
    ours.claim()
    try:
        urls = ours.start()
        assert numbers(urls) == (1, True)
    finally:
        ours.stop()


@pytest.mark.parametrize(
    ("file", "content", "sentence"),
    [
        ("PG_VERSION", "", "it has no PG_VERSION"),
        ("PG_VERSION", "12\n", "is of PostgreSQL 12, but this is 18"),
        ("postgresql.conf", "nonsense = = 1\n", "does not start"),
    ],
)
def test_a_damaged_database_is_refused(var: Path, file: str, content: str, sentence: str) -> None:
    ours = Services(var, forgetful=True)
    ours.claim()
    ours.start(("DATABASE_URL",))
    ours.stop()
    (var / "postgres" / file).write_text(content)
    ours.claim()
    try:
        with pytest.raises(Unusable) as refused:
            ours.start(("DATABASE_URL",))
    finally:
        ours.stop()
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_interrupted_creation_is_begun_anew(var: Path) -> None:
    (var / "postgres.half").mkdir(parents=True)
    var.parent.chmod(0o755)
    (var / "postgres.half" / "PG_VERSION").write_text("18\n")
    with (
        borrow_services(var, ("DATABASE_URL",)) as urls,
        psycopg.connect(urls["DATABASE_URL"]) as it,
    ):
        assert it.info.server_version // 10000 == 18


TOLD_TO_END = """
import os, signal
from operations import child_processes as child

class Stopped(Exception):
    pass

def stop(*_):
    raise Stopped

noted = []
signal.signal(signal.SIGTERM, stop)
try:
    with child.undisturbed():
        os.kill(os.getpid(), signal.SIGTERM)
        noted.append(child.spawn(["sleep", "60"], on_parents_death=signal.SIGKILL))
except Stopped:
    child.stop(noted, signal.SIGTERM, 20)
print([each.returncode for each in noted])
"""


def test_a_process_told_to_end_knows_each_of_its_children() -> None:
    """Ctrl-C during the start of PostgreSQL also ends that child."""
    assert printed(TOLD_TO_END) == f"[{-signal.SIGTERM}]\n"
