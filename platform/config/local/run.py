"""`make run`: start everything with one command, stop everything with one Ctrl-C.

This process starts and watches the others and does not import Django. Each of them ends with it,
however it ends (see `operations/child_processes.py`).
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from config.local import installation, listening
from config.local.embedded.place import make_folder
from config.local.embedded.services import URLS, Services
from config.local.metrics_ports import NAME, metrics_addresses
from operations import child_processes
from operations.child_processes import Unusable

READY_PATIENCE = 120.0
STOP_PATIENCE = 12.0
"""Time for processes to stop, in seconds: a web process tells its pages one after the other. Work
that is killed then is rolled back: all that matters is in transactions.
"""
ANSWER_S = 5.0
"""Time in which an external Valkey must answer at the start, in seconds."""
WATCH_S = 1.0
"""Time between two checks that all processes are running, in seconds."""
WEB, WORKERS = "the web process", "the workers' process"


class Stopped(Exception):
    """Raised when a signal asks this process to end."""


def main(argv: Sequence[str]) -> int:
    """Run until told to stop; return the exit status."""
    if argv:
        print(
            "`run` takes no arguments: set PORT and HOST in the environment to choose the address."
        )
        return 0 if argv[0] in {"-h", "--help"} else 2
    if os.environ.get("MAKELEVEL"):
        # If make is killed with `kill -9`, we must end, too; a shell that only started us may end.
        child_processes.die_with_parent(signal.SIGTERM)
    for sig in child_processes.ENDINGS:
        signal.signal(sig, _stop)
    supervisor = Supervisor(installation.var_folder())
    try:
        supervisor.open()
        return supervisor.watch()
    except Stopped:
        return 0
    except Unusable as problem:
        say(str(problem))
        return 1
    finally:
        _no_more_signals()
        supervisor.close()


def _stop(sig: int, frame: FrameType | None) -> None:
    _no_more_signals()
    raise Stopped


def _no_more_signals() -> None:
    # A second Ctrl-C would interrupt the shutdown. Not SIG_IGN: Python complains if it is already
    # handling a signal.
    for sig in child_processes.ENDINGS:
        signal.signal(sig, lambda *_: None)


def say(text: str) -> None:
    """Print one line on the terminal."""
    try:
        print(text, flush=True)
    except OSError:
        # The terminal is gone; the rest of the work does not need it.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - open until the end


class Supervisor:
    """The processes of one installation."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.mails = installation.mail_folder(var)
        self.services = Services(var, say=say)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.env: dict[str, str] = {}
        self.metrics: dict[str, str] = {}

    def open(self) -> None:
        """Start everything, in the order of dependencies.

        Raises:
            Unusable: something prevents it.
        """
        self.services.claim()
        with listening.listen_on(os.environ.get("HOST"), os.environ.get("PORT")) as listener:
            embedded = tuple(name for name in URLS if not os.environ.get(name))
            say(_starting(embedded))
            urls = self.services.start(embedded)
            found = installation.relaxed_settings(self.var, listener.names, at=listener.url)
            installation.set_defaults(urls | found)
            # The mails contain links to new passwords, which are private.
            make_folder(self.mails, 0o700)
            self.env = dict(os.environ) | {"PYTHONPATH": str(installation.ROOT / "platform")}
            demo = self.var / "demo-accounts.json" if "DATABASE_URL" in embedded else None
            self._prepare(demo)
            if "REDIS_URL" not in embedded:
                _ask_valkey(self.env["REDIS_URL"])
            self.metrics = metrics_addresses(self.env.get(NAME, ""), (WEB, WORKERS))
            say("Starting the web process and the workers …")
            self._start(WEB, _web(listener), keep=[listener.handle])
            self._start(WORKERS, _workers())
        self._wait_until_ready(listener)
        say(f"\nNightcap is open: {listener.url}\n")
        if demo is not None and demo.exists():
            _show_accounts(demo)
        if self.env["NIGHTCAP_EMAIL_URL"] == self.mails.as_uri():
            say(f"Mails are not sent: they are stored in {self.mails}.")
        for name, address in self.metrics.items():
            say(f"The metrics of {name} are at http://{address}/metrics.")
        say("Ctrl-C closes it.")

    def watch(self) -> NoReturn:
        """Wait until one of the processes ends; it never returns.

        Raises:
            Unusable: it ended by itself.
            Stopped: a signal asked us to end.
        """
        while True:
            self._all_alive()
            time.sleep(WATCH_S)

    def close(self) -> None:
        """Stop everything: all processes at the same time, then the services that they need."""
        if self.processes:
            say("\nClosing …")
        child_processes.stop([*self.processes.values()], signal.SIGTERM, STOP_PATIENCE)
        self.processes.clear()
        self.services.stop()

    def _prepare(self, demo: Path | None) -> None:
        argv = [sys.executable, str(installation.ROOT / "manage.py"), "prepare"]
        self._start("the preparation", argv + (["--demo", str(demo)] if demo else []))
        status = self.processes["the preparation"].wait()
        del self.processes["the preparation"]
        if status != 0:
            raise Unusable("The installation could not be prepared: see the lines above.")

    def _start(self, name: str, argv: Sequence[str], keep: Sequence[int] = ()) -> None:
        with child_processes.undisturbed():
            self.processes[name] = child_processes.spawn(
                argv,
                # All that matters is in transactions; killed work is rolled back.
                on_parents_death=signal.SIGKILL,
                env=self.env | ({NAME: self.metrics[name]} if name in self.metrics else {}),
                cwd=installation.ROOT,
                keep=keep,
            )

    def _wait_until_ready(self, listener: listening.Listener) -> None:
        end = time.monotonic() + READY_PATIENCE
        while not _ready(listener):
            self._all_alive()
            if time.monotonic() > end:
                raise Unusable(f"Nightcap was not ready after {READY_PATIENCE:.0f} seconds.")
            time.sleep(0.1)

    def _all_alive(self) -> None:
        watched = dict(self.processes)
        for server in self.services.running:
            if server.process is not None:
                watched[server.name] = server.process
        for name, process in watched.items():
            if process.poll() is not None:
                raise Unusable(f"{name.capitalize()} has ended unexpectedly: closing.")


def _starting(embedded: Sequence[str]) -> str:
    names = {"DATABASE_URL": "PostgreSQL", "REDIS_URL": "Valkey"}
    if not embedded:
        return "Using the services that DATABASE_URL and REDIS_URL name …"
    return f"Starting {' and '.join(names[name] for name in embedded)} …"


def _ask_valkey(url: str) -> None:
    """Check that Valkey answers: otherwise each process would retry and log long errors.

    Raises:
        Unusable: it does not answer.
    """
    from redis import Redis, RedisError  # not needed with an embedded one

    try:
        Redis.from_url(url, socket_timeout=ANSWER_S, socket_connect_timeout=ANSWER_S).ping()
    except RedisError as error:
        raise Unusable(
            f"REDIS_URL: no Valkey or Redis answers: {str(error).rstrip('.')}."
        ) from None


def _web(listener: listening.Listener) -> list[str]:
    # `-v 0`: no access log, because an address may contain an invitation.
    server = [sys.executable, "-m", "config.serving.web_server", "-v", "0", "-e", listener.endpoint]
    return [*server, "config.serving.web_application:application"]


def _workers() -> list[str]:
    # As root Celery warns at length, about a danger that only pickled tasks have.
    quiet = ["-W", "ignore:You're running the worker with superuser"]
    return [sys.executable, *quiet, "-m", "config.workers"]


def _ready(listener: listening.Listener) -> bool:
    request = urllib.request.Request(f"{listener.near}/readyz", headers={"Host": "localhost"})
    # No proxy of the environment: this request stays on our own machine.
    directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with directly.open(request, timeout=5):
            return True
    except OSError:
        return False


def _show_accounts(path: Path) -> None:
    say(f"Demo accounts (stored in {path}):")
    for name, password in json.loads(path.read_text()).items():
        say(f"  {name}: {password}")
    say("")
