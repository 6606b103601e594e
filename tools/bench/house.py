"""Our side: the whole platform as `make run` starts it, durable, with one web process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.browser.server import CLOSE_PATIENCE, ROOT, Server
from tools.bench import cpu
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
            env=self.server.env | {"PYTHONPATH": str(ROOT / "platform")},
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
