"""`manage.py run` as a person starts it, on a separate `var`."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.ports import free_ports

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 90.0
OURS = ("DATABASE_URL", "REDIS_URL", "PORT", "HOST", "MAKELEVEL", "DJANGO_SETTINGS_MODULE")


def environment(var: Path, **more: str) -> dict[str, str]:
    """Return a bare shell environment with the folder of this installation."""
    bare = {
        name: value
        for name, value in os.environ.items()
        if name not in OURS and not name.startswith("NIGHTCAP_")
    }
    return bare | {"NIGHTCAP_VAR": str(var), "PORT": "0"} | more


def manage(var: Path, *argv: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *argv],
        cwd=ROOT,
        env=environment(var, **more),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def printed(program: str, env: dict[str, str] | None = None) -> str:
    """Return the output of a program in a separate process. `env`: its environment, beside the
    path.
    """
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=(env or {}) | {"PYTHONPATH": "platform:."},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


class Run:
    """A running `manage.py run`."""

    def __init__(self, var: Path, **more: str) -> None:
        self.var = var
        self.output = var.with_name(f"{var.name}.txt")
        with self.output.open("w") as file:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "run"],
                cwd=ROOT,
                env=environment(var, **more),
                stdout=file,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
            )

    def text(self) -> str:
        """Return all its output so far."""
        return self.output.read_text()

    def url(self) -> str:
        """Return the address that it prints, once it is open."""
        wait_until(lambda: "Ctrl-C closes it." in self.text() or self.process.poll() is not None)
        found = re.search(r"open: (http\S+)", self.text())
        assert found, self.text()
        return found[1]

    def end(self, sig: signal.Signals) -> int:
        """Send a signal and wait for the end."""
        self.process.send_signal(sig)
        return self.process.wait(PATIENCE)


class House:
    """A `manage.py run` that is started again if a test needs it and finds it closed."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.metrics = free_ports(2)
        self._run: Run | None = None

    def opened(self) -> Run:
        """Return the running one, or a new one."""
        if self._run is None or self._run.process.poll() is not None:
            self._run = Run(self.var, NIGHTCAP_METRICS=f"127.0.0.1:{self.metrics[0]}")
            self._run.url()
        return self._run

    def close(self) -> None:
        """Stop it; nothing runs afterwards."""
        if self._run is not None and self._run.process.poll() is None:
            assert self._run.end(signal.SIGINT) == 0


def status(url: str) -> int:
    """Return the status of a page."""
    with urllib.request.urlopen(url, timeout=20) as response:
        return int(response.status)


def processes(var: Path) -> list[str]:
    """Return the living processes of this installation, found by their command line or environment."""
    mark = str(var).encode()
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal() or int(folder.name) == os.getpid():
            continue
        try:
            traces = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
            state = (folder / "stat").read_text().rpartition(") ")[2][0]
        except OSError:
            continue
        if state != "Z" and any(mark in trace for trace in traces):
            found.append(traces[0].replace(b"\0", b" ").decode(errors="replace"))
    return found


def wait_until(what: Callable[[], bool]) -> None:
    """Wait for an effect of another process."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
