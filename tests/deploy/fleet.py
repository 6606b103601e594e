"""The processes of deploy/compose.yaml, started with its own commands on this machine.

There are no containers, and PostgreSQL and Valkey are the embedded ones.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from config.local.embedded.services import Services
from operations import child_processes
from tests.deploy import files
from tests.deploy.files import ROOT
from tests.deploy.front import Front
from tests.ports import free_port

BARE = {"NIGHTCAP_DELAY_SCALE": "0.1", "NIGHTCAP_LOG_LEVEL": "DEBUG"}
"""Bots answer within 0.3 s; a live turn still lasts 3 s. The log has a line for each move and task."""
READY_PATIENCE = 300.0
"""Seconds until a process is ready, even on a machine with a load of ten times its cores."""
COMMAND_PATIENCE = 1_200.0
"""Seconds for a command, which may make or replay hundreds of matches beside other work."""
STOP_PATIENCE = 15.0


class Fleet:
    """Two web processes, two workers, one for slow tasks, one beat, behind one nginx."""

    def __init__(self, *, forgetful: bool = True, settings: Mapping[str, str] = BARE) -> None:
        """Prepare a fleet. `forgetful`: its data need not survive a crash. `settings`: added to
        compose's.
        """
        # Not pytest's folder: for root, the servers run as nobody and need access.
        self.var = Path(tempfile.mkdtemp(prefix="nightcap-fleet-"))
        self.var.chmod(0o755)
        self.services = Services(self.var / "services", forgetful=forgetful)
        self.settings = settings
        self.webs = {f"web-{number}": free_port() for number in (1, 2)}
        self.front = Front(self.var / "front", list(self.webs.values()), self.static)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.env: dict[str, str] = {}
        self._started: dict[str, list[str]] = {}
        # In containers, all could have the same port.
        self.metrics = {
            name: free_port() for name in (*self.webs, "worker-1", "worker-2", "bots", "slow")
        }

    @property
    def static(self) -> Path:
        """The folder of the collected static files."""
        return self.var / "static"

    def open(self) -> None:
        """Start everything in the order of compose, and wait until all processes are ready."""
        self.services.claim()
        self.env = self._environment(self.addresses(self.services.start()))
        self._build()
        assert self._run("prepare", "prepare").wait(READY_PATIENCE) == 0, self.said("prepare")
        for name, port in self.webs.items():
            self._run(name, "web", port)
        for name in ("worker-1", "worker-2", "bots", "slow", "beat"):
            self._run(name, name.partition("-")[0])
        for name in self.webs:
            self.wait_until_ready(name)
        self.front.open()

    def addresses(self, urls: dict[str, str]) -> dict[str, str]:
        """Return the addresses of the database and Valkey for the processes."""
        return urls

    def start_again(self, name: str) -> None:
        """Restart an ended process, as compose does."""
        self._spawn(name, self._started[name])

    def repair(self) -> None:
        """Restart all processes that were killed, and wait until the web processes are ready."""
        for name, process in list(self.processes.items()):
            if process.poll():
                self.start_again(name)
        for name in self.webs:
            self.wait_until_ready(name)

    def kill(self, name: str) -> None:
        """Kill a process without a shutdown, as a power failure does."""
        self.processes[name].kill()
        self.processes[name].wait()

    def manage(self, *argv: str) -> Any:
        """Run a command of `manage.py` in the fleet and return its JSON result."""
        done = subprocess.run(
            [sys.executable, "manage.py", *argv],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            timeout=COMMAND_PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    def measured(self, name: str) -> str:
        """Return a process's metrics for Prometheus."""
        address = f"http://127.0.0.1:{self.metrics[name]}/metrics"
        with urllib.request.urlopen(address, timeout=5) as answer:
            return str(answer.read().decode())

    def said(self, name: str) -> str:
        """Return the log of a process."""
        return (self.var / f"{name}.log").read_text()

    def close(self) -> None:
        """End everything."""
        self.front.close()
        child_processes.stop([*self.processes.values()], signal.SIGTERM, STOP_PATIENCE)
        self.services.stop()
        shutil.rmtree(self.var, ignore_errors=True)

    def _environment(self, urls: dict[str, str]) -> dict[str, str]:
        ours = {name for name in os.environ if name.startswith(("NIGHTCAP_", "DJANGO_"))}
        bare = {name: value for name, value in os.environ.items() if name not in ours}
        given = files.compose()["x-nightcap"]["environment"]
        return bare | {
            **{name: files.filled(str(value), urls) for name, value in given.items()},
            "PYTHONPATH": str(ROOT / "platform"),
            "NIGHTCAP_SITE": self.front.url,
            "NIGHTCAP_SECRET_KEY": "only-this-fleet-is-signed-with-it" * 2,
            "NIGHTCAP_STATIC_ROOT": str(self.static),
            **self.settings,
        }

    def _build(self) -> None:
        """Prepare the files as the Dockerfile does."""
        (line,) = [
            rest for word, rest in files.instructions("nightcap") if "manage.py prepare" in rest
        ]
        argv = line.rpartition("python manage.py ")[2].split()
        built = self._spawn("build", [sys.executable, "manage.py", *argv])
        assert built.wait(READY_PATIENCE) == 0, self.said("build")

    def _run(self, name: str, service: str, port: int = 0) -> subprocess.Popen[bytes]:
        here = {"python": sys.executable, "0.0.0.0": "127.0.0.1", "8000": str(port)}
        argv = [here.get(word, word) for word in files.command(service)]
        return self._spawn(name, argv)

    def _spawn(self, name: str, argv: list[str]) -> subprocess.Popen[bytes]:
        self._started[name] = argv
        self.processes[name] = child_processes.spawn(
            argv,
            on_parents_death=signal.SIGKILL,
            env=self.env | self._own_env(name),
            cwd=ROOT,
            log=self.var / f"{name}.log",
        )
        return self.processes[name]

    def _own_env(self, name: str) -> dict[str, str]:
        port = self.metrics.get(name)
        return {"NIGHTCAP_METRICS": f"127.0.0.1:{port}"} if port else {}

    def wait_until_ready(self, name: str) -> None:
        """Wait until this web process is ready."""
        end = time.monotonic() + READY_PATIENCE
        while not _is_ready(self.webs[name]):
            gone = [name for name, process in self.processes.items() if process.poll()]
            assert not gone, "\n".join(self.said(name) for name in gone)
            assert time.monotonic() < end, self.said(name)
            time.sleep(0.1)
        # Another server may answer on its port.
        assert self.processes[name].poll() is None, self.said(name)


def _is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
