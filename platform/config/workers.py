"""All workers and beat of a small machine: `python -m config.workers`.

This process loads the program once and forks a worker for each queue. They share its memory, so all
together take little more than one alone. Then this process is beat. Each worker has processes of
its own, as if it were started alone: its tasks have time limits, and wait for no task of another
queue. If a worker ends by itself, all end, and whatever started them notices.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from celery import platforms
from django.conf import settings
from django.core.cache import caches

from config.celery import app, look_before_the_start
from config.serving.memory import leave_alone_what_is_loaded
from operations import child_processes
from operations.monitoring import prometheus_exporter

PROCESSES = {
    "small": {"celery": 2, "bots": 1, "slow": 1},
    "normal": {"celery": 2, "bots": 2, "slow": 2},
}
"""The processes of the worker for each queue, by `NIGHTCAP_SIZE`.

Tables have two in each size: a league that advances for minutes delays no time-out.
"""
WORKER = "-q worker --without-mingle --without-gossip --without-heartbeat"
# It keeps its schedule in memory, which suffices for sweeps.
BEAT = "-q beat --scheduler celery.beat:Scheduler --pidfile="
LOADED_LATE = (
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.worker.components",
    "celery.worker.consumer",
    "kombu.transport.redis",
    "openskill.models",
)
"""Modules that each worker would load by itself: 16 MB."""


def main() -> None:
    """Start the workers, and be beat until told to end.

    Raises:
        SystemExit: a worker ended by itself.
    """
    load()
    family = Family()
    for queue, processes in PROCESSES[settings.SIZE].items():
        more = ("--queues", queue, "--concurrency", str(processes))
        family.fork(queue, [*WORKER.split(), *more])
    prometheus_exporter.open_for_workers()
    signal.signal(signal.SIGCHLD, lambda *_: family.check())
    try:
        family.check()
        app.start(BEAT.split())
    finally:
        family.stop()
    sys.exit(family.lost or 0)


def load() -> None:
    """Load all that workers use, and keep it out of garbage collection."""
    prometheus_exporter.share_between_children()
    app.loader.init_worker()
    app.finalize()
    for name in LOADED_LATE:
        import_module(name)
    caches["default"].get("nothing")
    look_before_the_start()
    # Each process calls this, and it compiles C declarations once: 3 MB.
    platforms.set_pdeathsig("SIGKILL")
    leave_alone_what_is_loaded()


class Family:
    """The workers that this process forked."""

    def __init__(self) -> None:
        self.running: dict[int, str] = {}
        self.lost = ""
        """The sentence about a worker that ended by itself."""

    def fork(self, queue: str, argv: Sequence[str]) -> None:
        """Fork a worker for this queue, with this command of Celery."""
        parent = os.getpid()
        pid = os.fork()
        if pid:
            self.running[pid] = queue
            return
        child_processes.die_with_parent()
        if os.getppid() != parent:  # the parent died before the line above took effect
            os._exit(1)
        with suppress(OSError):  # for `ps` and `top`, on Linux
            Path("/proc/self/comm").write_text(f"nightcap-{queue}")
        sys.exit(app.start(argv))

    def check(self) -> None:
        """Check that all are running.

        Raises:
            SystemExit: one has ended; beat ends with it.
        """
        for pid, queue in [*self.running.items()]:
            if os.waitpid(pid, os.WNOHANG)[0]:
                del self.running[pid]
                self.lost = f"The worker for the queue {queue} has ended unexpectedly."
        if self.lost:
            raise SystemExit(self.lost)

    def stop(self) -> None:
        """Tell all to end after their tasks, and wait for them."""
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for pid in self.running:
            os.kill(pid, signal.SIGTERM)
        for pid in self.running:
            os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
