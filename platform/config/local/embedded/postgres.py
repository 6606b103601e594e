"""The embedded PostgreSQL: its files, its start and its end."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from config.local.embedded.place import Place, own_folder
from operations import child_processes
from operations.child_processes import Unusable
from operations.wheels import POSTGRES, POSTGRES_MAJOR, wheel_folder

USER = "nightcap"
NAME = "postgres"
"""The database that initdb always creates; the server has no other."""
INITDB_FLAGS = (
    f"--username={USER}",
    "--auth=trust",  # the mode of the socket's folder keeps all other users out
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-sync",
    "--no-instructions",
)
START_PATIENCE = 60.0
STOP_PATIENCE = 20.0

SMALL = {"shared_buffers": "32MB", "max_connections": "60", "jit": "off", "listen_addresses": ""}
FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""For data that is not needed after a crash: the tests'."""

# Servers do not inherit our environment, so that no PG* variable misleads them.
BARE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


class Postgres:
    """A PostgreSQL server on one data folder."""

    name = "the database"

    def __init__(self, place: Place, *, forgetful: bool = False) -> None:
        self.place = place
        self.data = place.data / "postgres"
        self.log = place.var / "postgres.log"
        self.settings = SMALL | (FORGETFUL if forgetful else {})
        self.env: dict[str, str] = {}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The server's address, over the unix socket."""
        return f"postgresql://{USER}@{quote(str(self.place.sockets), safe='')}/{NAME}"

    def start(self) -> None:
        """Create the data folder if it does not exist, start the server, wait until it is ready.

        Raises:
            Unusable: the data folder or the machine does not allow it.
        """
        package = wheel_folder(POSTGRES)
        programs = self.place.programs(package / f"pginstall{POSTGRES_MAJOR}") / "bin"
        libraries = self.place.programs(package.with_name(f"{POSTGRES}.libs"))
        self.env = BARE | {"LD_LIBRARY_PATH": str(libraries)}
        if not self.data.exists():
            self._create(programs / "initdb")
        self._refuse_strange_data()
        argv: list[str | Path] = [programs / "postgres", "-D", self.data]
        # PostgreSQL reads a list here: the quotes keep a comma in the path from splitting it.
        sockets = {"unix_socket_directories": f'"{self.place.sockets}"'}
        for name, value in (self.settings | sockets).items():
            argv += ["-c", f"{name}={value}"]
        self.log.unlink(missing_ok=True)
        self._wait_until_ready(self._run(argv))

    def stop(self) -> None:
        """Shut down in fast mode: transactions are rolled back, files are left clean."""
        if self.process is not None:
            child_processes.stop([self.process], signal.SIGINT, STOP_PATIENCE)
            self.process = None

    def _create(self, initdb: Path) -> None:
        # Created beside its place and then renamed: an interrupted start leaves no incomplete
        # database.
        half = self.data.with_name("postgres.half")
        shutil.rmtree(half, ignore_errors=True)
        own_folder(half, self.place.owner)
        made = self._run([initdb, "-D", half, *INITDB_FLAGS])
        status = made.wait()
        self.process = None
        if status != 0:
            raise Unusable(f"The database could not be created: {self._last_words()}")
        half.rename(self.data)

    def _refuse_strange_data(self) -> None:
        own_folder(self.data, self.place.owner)
        try:
            version = (self.data / "PG_VERSION").read_text().strip()
        except (OSError, UnicodeDecodeError):
            version = ""
        if not version:
            raise self._damaged("it has no PG_VERSION")
        if version != POSTGRES_MAJOR:
            raise Unusable(
                f"The database in {self.data} is of PostgreSQL {version}, but this is {POSTGRES_MAJOR}: "
                "dump it with the old version, or move the folder away to start with an empty one."
            )

    def _run(self, argv: Sequence[str | Path]) -> subprocess.Popen[bytes]:
        with child_processes.undisturbed():
            self.process = child_processes.spawn(
                argv,
                on_parents_death=signal.SIGINT,
                owner=self.place.owner,
                env=self.env,
                cwd="/",
                log=self.log,
            )
        return self.process

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        # The file may be left from an earlier run: only our own child's pid in it counts.
        sign = self.data / "postmaster.pid"
        end = time.monotonic() + START_PATIENCE
        while time.monotonic() < end:
            if process.poll() is not None:
                raise self._damaged(self._last_words())
            try:
                lines = sign.read_text().splitlines()
            except (OSError, UnicodeDecodeError):
                lines = []
            if len(lines) >= 8 and lines[0] == str(process.pid) and lines[7].strip() == "ready":
                return
            time.sleep(0.005)
        self.stop()
        raise self._damaged(f"it was not ready after {START_PATIENCE:.0f} seconds")

    def _damaged(self, why: str) -> Unusable:
        return Unusable(
            f"The database in {self.data} does not start ({why.rstrip('.')}): "
            "restore it from a backup, or move that folder away to start with an empty one."
        )

    def _last_words(self) -> str:
        try:
            lines = self.log.read_text(errors="replace").splitlines()
        except OSError:
            lines = []
        fatal = [line for line in lines if "FATAL" in line or "error:" in line or "PANIC" in line]
        words = (fatal or lines or ["it wrote no message"])[-1]
        return words.partition("FATAL:")[2].strip() or words.strip()
