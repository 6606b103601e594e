"""Child processes of the benchmark, which end when it ends, even after Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from operations.child_processes import die_with_parent


@contextmanager
def child(
    argv: Sequence[str], folder: Path, env: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Start a process that ends with this block, together with its own children.

    Its input and output are pipes. Only the parent receives the terminal's Ctrl-C, so one process
    controls the shutdown.
    """
    process = subprocess.Popen(
        argv,
        cwd=folder,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=die_with_parent,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
