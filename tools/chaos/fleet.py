"""The durable fleet of `tests.deploy`; every part can be broken and restarts as in compose."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

import psycopg
import redis

from config.local.embedded.postgres import Postgres
from config.local.embedded.valkey import Valkey
from tests.deploy.fleet import Fleet
from tools.chaos.beside import Beside

OURS = ("web-1", "web-2", "worker-1", "worker-2", "bots", "slow", "beat")
BACK_OFF = 0.5
"""Seconds after which compose restarts an ended process."""
DISK_MB = 3_000
SPARE_MB = 8
STEPPED = """
CREATE SCHEMA IF NOT EXISTS stepped;
CREATE TABLE IF NOT EXISTS stepped.by (seconds float NOT NULL);
DELETE FROM stepped.by;
INSERT INTO stepped.by VALUES (0);
CREATE OR REPLACE FUNCTION stepped.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  'SELECT pg_catalog.clock_timestamp() + (SELECT seconds FROM stepped.by) * interval ''1 second''';
GRANT USAGE ON SCHEMA stepped TO PUBLIC;
ALTER ROLE CURRENT_USER SET search_path = stepped, pg_catalog, public;
"""
"""The database's clock is the only clock of the platform, so it can be stepped without changing the
machine.
"""


class Unruly(Fleet):
    """All processes that compose starts, two of each kind that may have several; each can be
    broken.
    """

    def __init__(self, beside: Beside) -> None:
        super().__init__(
            forgetful=False,
            settings={
                "NIGHTCAP_DELAY_SCALE": "1",
                "NIGHTCAP_NOTIFY_NEAR": "127.0.0.1",
            },
        )
        self.beside = beside
        self.disk = self._own_disk()
        self.restarts = 0
        self._down: dict[str, float] = {}

    @property
    def postgres(self) -> Postgres:
        """The database."""
        (found,) = [each for each in self.services.running if isinstance(each, Postgres)]
        return found

    @property
    def valkey(self) -> Valkey:
        """The cache, message bus and queue."""
        (found,) = [each for each in self.services.running if isinstance(each, Valkey)]
        return found

    @property
    def own_url(self) -> str:
        """The database's address without the proxy."""
        return self.postgres.url

    def addresses(self, urls: dict[str, str]) -> dict[str, str]:
        """Return the addresses of both servers behind our proxies, and install the steppable clock."""
        with psycopg.connect(urls["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(STEPPED)
        database = urlsplit(urls["DATABASE_URL"])
        folder = Path(unquote(database.netloc.rpartition("@")[2]))
        ports = {
            "database": self.beside.ask("proxy", name="database", to=str(folder / ".s.PGSQL.5432")),
            "valkey": self.beside.ask("proxy", name="valkey", to=str(self.valkey.socket)),
        }
        user, name = database.username, database.path
        return {
            "DATABASE_URL": f"postgresql://{user}@127.0.0.1:{ports['database']}{name}",
            "REDIS_URL": f"redis://127.0.0.1:{ports['valkey']}/0",
        }

    def supervise(self) -> None:
        """Restart ended processes after a short delay."""
        now = time.monotonic()
        for name in OURS:
            if self.processes[name].poll() is not None:
                down = self._down.setdefault(name, now)
                if now - down >= BACK_OFF:
                    del self._down[name]
                    self.restarts += 1
                    self.start_again(name)
        if self.front.ended:
            self.front.open()
        server = self.postgres.process
        if server is None or server.poll() is not None:
            self.start_database()

    def calm(self, seconds: float) -> None:
        """Only supervise the processes for this many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.supervise()
            time.sleep(0.1)

    def start_database(self) -> None:
        """Start PostgreSQL again; on a full disk this may take several attempts."""
        with suppress(Exception):
            self.postgres.start()

    def signal(self, name: str, sig: signal.Signals) -> None:
        """Send a signal to a process and to its children."""
        with suppress(ProcessLookupError):
            os.killpg(self.processes[name].pid, sig)

    def flush_valkey(self) -> None:
        """Empty Valkey: it holds no sessions, but queues, caches, limits and presence."""
        with self.valkey_client() as client:
            client.flushall()

    def valkey_client(self) -> redis.Redis:
        """Return a connection to Valkey without the proxy."""
        return redis.Redis(unix_socket_path=str(self.valkey.socket))

    def step_clock(self, seconds: float) -> None:
        """Step the platform's clock by this many seconds."""
        with psycopg.connect(self.own_url, autocommit=True) as connection:
            connection.execute("UPDATE stepped.by SET seconds = seconds + %s", [seconds])

    def fill_disk(self) -> None:
        """Leave almost no space on the database's disk while the database writes to it."""
        with (self.services.var / "filler").open("wb") as filler:
            while (room := self._room_to_fill()) > 0:
                try:
                    os.posix_fallocate(filler.fileno(), 0, room)
                    return
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def _room_to_fill(self) -> int:
        """Return the number of bytes to fill; none if the disk is already full."""
        free = os.statvfs(self.services.var)
        return free.f_bavail * free.f_frsize - SPARE_MB * 1_000_000

    def empty_disk(self) -> None:
        """Free the filled space."""
        (self.services.var / "filler").unlink(missing_ok=True)

    def close(self) -> None:
        """End everything, in any state."""
        for name in OURS:
            if name in self.processes:
                self.signal(name, signal.SIGCONT)
        with suppress(FileNotFoundError):
            self.empty_disk()
        super().close()
        if self.disk:
            subprocess.run(["umount", "-l", self.services.var], check=False)
            shutil.rmtree(self.var, ignore_errors=True)

    def _own_disk(self) -> bool:
        """Return whether the services have a small disk of their own, which can be filled."""
        folder = self.services.var
        folder.mkdir(parents=True, mode=0o755)
        folder.chmod(0o755)
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=755", "tmpfs", folder],
            capture_output=True,
            check=False,
        )
        return done.returncode == 0
