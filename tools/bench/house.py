"""Our side: the whole platform as `make run` starts it, durable, with one web process or two."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.browser.server import CLOSE_PATIENCE, OPEN_PATIENCE, ROOT, Server
from tests.ports import free_port
from tools.bench import cpu
from tools.bench.child import child
from tools.bench.http import ENCODINGS, Response, load


class _Server(Server):
    """A server that can restart with its stored data."""

    def restart(self, kill: int | None = None) -> None:
        """Stop the server with Ctrl-C and start it again at the same address; `kill`: end this
        process instead.
        """
        assert self._process is not None
        assert self._process.stdout is not None
        self.env["PORT"] = str(self.port)
        if kill is None:
            self._process.send_signal(signal.SIGINT)
        else:
            os.kill(kill, signal.SIGKILL)
        self._process.wait(CLOSE_PATIENCE)
        self._reader.join(CLOSE_PATIENCE)
        self._process.stdout.close()
        self._told.clear()
        self.url = ""
        self.open()


class House:
    """An open server, its processes, and helpers beside it."""

    side = "nightcap"

    def __init__(self, server: _Server) -> None:
        self.server = server

    @property
    def host(self) -> str:
        """The server's name and port."""
        return f"127.0.0.1:{self.server.port}"

    def groups(self) -> dict[str, list[int]]:
        """Return the server's processes."""
        words = {
            "web": "-m config.serving.web_server",
            "workers": "-m config.workers",
            "database": "/postgres -D ",
            "valkey": "valkey-server",
        }
        started = cpu.descendants_with("manage.py run", os.getpid())
        return {name: cpu.descendants_with(word, *started) for name, word in words.items()}

    def lay(
        self,
        tables: int,
        *,
        game: str = "sleeping_queens",
        seats: int = 4,
        groups: int = 10,
        options: tuple[str, ...] = (),
        public: bool = False,
        programs: bool = False,
    ) -> list[dict[str, Any]]:
        """Make dealt tables that wait, in the form that the driver takes; see `lay_tables`."""
        laid: list[dict[str, Any]] = self.run(
            "tools.bench.lay_tables",
            {
                "game": game,
                "tables": tables,
                "seats": seats,
                "groups": groups,
                "options": options,
                "public": public,
                "programs": programs,
            },
        )
        return [table | {"host": self.host} for table in laid]

    def run(self, module: str, wanted: dict[str, Any]) -> Any:
        """Run a module of ours beside the server with these arguments, and return the JSON that it
        prints.
        """
        done = subprocess.run(
            [sys.executable, "-m", module, json.dumps(wanted)],
            cwd=ROOT,
            env=self.beside(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
        return json.loads(done.stdout.splitlines()[-1])

    def get(self, path: str, cookie: str = "", encodings: str = ENCODINGS) -> Response:
        """Load a page, as a browser that accepts these encodings."""
        headers = {"Accept-Encoding": encodings, "Accept-Language": "en", "Accept": "text/html"}
        if cookie:
            headers["Cookie"] = cookie
        return load(self.host, path, headers)

    def beside(self) -> dict[str, str]:
        """Return the environment of a module that runs beside the server."""
        return self.server.env | {"PYTHONPATH": str(ROOT / "platform")}

    @property
    def database_url(self) -> str:
        """The address of its database."""
        url: str = json.loads((self.server.var / "services.json").read_text())["DATABASE_URL"]
        return url


@contextmanager
def open_house() -> Iterator[House]:
    """Open the platform in a folder of its own until the block ends."""
    server = _Server(delay_scale="1")
    try:
        server.open()
        yield House(server)
    finally:
        server.close()


class TwoWebs:
    """An open server with a second web process; each match has one of them."""

    side = House.side

    def __init__(self, house: House, host: str, second: int) -> None:
        self._house, self._second = house, second
        self._hosts = house.host, host

    def groups(self) -> dict[str, list[int]]:
        """Return the server's processes."""
        groups = self._house.groups()
        return groups | {"web": [*groups["web"], self._second]}

    def lay(self, tables: int) -> list[dict[str, Any]]:
        """Make dealt tables that wait, as `House.lay`, each at the process of its match."""
        return [
            table | {"host": self._hosts[zlib.crc32(table["path"].encode()) % len(self._hosts)]}
            for table in self._house.lay(tables)
        ]


@contextmanager
def two_webs(house: House) -> Iterator[TwoWebs]:
    """Start a second web process beside the server until the block ends."""
    port = free_port()
    web = [sys.executable, "-m", "tools.bench.web", str(port)]
    with child(web, ROOT, house.beside()) as process:
        host = f"127.0.0.1:{port}"
        end = time.monotonic() + OPEN_PATIENCE
        while not _answers(host):
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the second web process did not open")
            time.sleep(0.2)
        yield TwoWebs(house, host, process.pid)


def _answers(host: str) -> bool:
    try:
        return load(host, "/readyz", {}).status == 200
    except OSError:
        return False
