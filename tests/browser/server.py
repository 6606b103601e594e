"""The real platform in its own processes, started and ended as a person would."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from tests.browser.console import SERVE

ROOT = Path(__file__).resolve().parents[2]
DELAY_SCALE = "0.2"
"""Bots answer within 0.6 s. A live turn still lasts 6 s, far longer than a test needs."""
OPEN_PATIENCE = 120.0
CLOSE_PATIENCE = 30.0
CONSOLE_PATIENCE = 300.0
OURS = ("DATABASE_URL", "REDIS_URL", "DJANGO_")


class Server:
    """One `manage.py run` with its own folder."""

    def __init__(self, delay_scale: str = DELAY_SCALE) -> None:
        # Not pytest's folder: for root, the database runs as nobody and needs access.
        self.var = Path(tempfile.mkdtemp(prefix="nightcap-browser-"))
        self.var.chmod(0o755)
        self.env = _bare_environment() | {
            "NIGHTCAP_VAR": str(self.var),
            "NIGHTCAP_DELAY_SCALE": delay_scale,
            "PORT": "0",
            # Each person has an address of their own (`person.context_of`), because all tests
            # together exceed the server's limits for one address.
            "NIGHTCAP_PROXIES": "1",
            # As under make: the server must not stay behind if the tests are killed.
            "MAKELEVEL": "1",
        }
        self.url = ""
        self.lines: list[str] = []
        self._told = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._console: subprocess.Popen[str] | None = None

    def open(self) -> None:
        """Start everything and wait for the address."""
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "run"],
            cwd=ROOT,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # Ctrl-C for the tests must not reach the server, only the one from `close`.
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()
        self._told.wait(OPEN_PATIENCE)
        assert self.url, f"Nightcap did not open:\n{self.output}"

    @property
    def port(self) -> int:
        """The port of the server."""
        return int(self.url.rpartition(":")[2])

    @property
    def output(self) -> str:
        """The output so far."""
        return "".join(self.lines)

    def console(self, wish: str, **arguments: Any) -> Any:
        """Call a function of `console.py` by its name, and return its result."""
        if self._console is None:
            self._console = subprocess.Popen(
                [sys.executable, "manage.py", "shell", "-v0", "-c", SERVE],
                cwd=ROOT,
                env=self.env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        lines, answers = self._console.stdin, self._console.stdout
        assert lines is not None
        assert answers is not None
        print(json.dumps([wish, arguments]), file=lines, flush=True)
        ready, _, _ = select.select([answers], [], [], CONSOLE_PATIENCE)
        assert ready, f"{wish}: no answer."
        answer = json.loads(answers.readline())
        assert "failed" not in answer, answer["failed"]
        return answer["done"]

    def manage(self, *argv: str) -> dict[str, Any]:
        """Run a command of `manage.py` beside the server and return its JSON result."""
        result: dict[str, Any] = self.console("manage", argv=argv)
        return result

    @property
    def is_open(self) -> bool:
        """True while the server runs."""
        return self._process is not None and self._process.poll() is None

    def close(self) -> int:
        """Send Ctrl-C, wait for the end, and remove the folder; return the exit status."""
        assert self._process is not None
        try:
            if self._console is not None:
                self._console.communicate(timeout=CLOSE_PATIENCE)
            self._process.send_signal(signal.SIGINT)
            return self._process.wait(CLOSE_PATIENCE)
        finally:
            for process in filter(None, (self._console, self._process)):
                process.kill()
                process.wait()
            self._reader.join(CLOSE_PATIENCE)
            if self._process.stdout is not None:
                self._process.stdout.close()
            shutil.rmtree(self.var, ignore_errors=True)

    def left_behind(self) -> list[str]:
        """Return the running processes of this server, even those with another parent."""
        mark = str(self.var).encode()
        return [
            f"{process.name}: {_read(process / 'cmdline').replace(bytes(1), b' ').decode()}"
            for process in Path("/proc").glob("[0-9]*")
            if int(process.name) != os.getpid()
            and (mark in _read(process / "environ") or mark in _read(process / "cmdline"))
        ]

    def _listen(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line)
            if found := re.search(r"Nightcap is open: (\S+)", line):
                self.url = found[1]
                self._told.set()
        self._told.set()


def _bare_environment() -> dict[str, str]:
    """Return a fresh user's environment, without the values of the test settings."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith((*OURS, "NIGHTCAP_", "MAKE", "HOST", "PORT"))
    }


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        # The process has ended, or belongs to another user, so it is not ours.
        return b""
