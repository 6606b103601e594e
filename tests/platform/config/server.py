"""`manage.py run` as a person would start it, on a `var` of its own."""

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

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 90.0
OURS = ("DATABASE_URL", "REDIS_URL", "PORT", "HOST", "MAKELEVEL", "DJANGO_SETTINGS_MODULE")


def environment(var: Path, **more: str) -> dict[str, str]:
    """What a shell that knows nothing of us has, and where this installation lives."""
    bare = {
        name: value
        for name, value in os.environ.items()
        if name not in OURS and not name.startswith("NIGHTCAP_")
    }
    return bare | {"NIGHTCAP_VAR": str(var), "PORT": "0"} | more


def manage(var: Path, *argv: str, **more: str) -> subprocess.CompletedProcess[str]:
    """One command, to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *argv],
        cwd=ROOT,
        env=environment(var, **more),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


class Run:
    """A `manage.py run` that is going on."""

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
        """All that it has said."""
        return self.output.read_text()

    def url(self) -> str:
        """The address that it prints, once it is open."""
        wait_until(lambda: "Ctrl-C closes it." in self.text() or self.process.poll() is not None)
        found = re.search(r"open: (http\S+)", self.text())
        assert found, self.text()
        return found[1]

    def end(self, sig: signal.Signals) -> int:
        """Send a signal and wait for the end."""
        self.process.send_signal(sig)
        return self.process.wait(PATIENCE)


def status(url: str) -> int:
    """What a page answers."""
    with urllib.request.urlopen(url, timeout=20) as response:
        return int(response.status)


def processes(var: Path) -> list[str]:
    """The living processes of this installation, by any trace of it that they show."""
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
    """Wait for something that another process does."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
