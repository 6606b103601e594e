"""The shared parts of long `make` commands: arguments, Ctrl-C, progress and JSON.

Such a command measures or proves something, and ends with the table of its goals (`goals.py`).
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import TextIO

from tools.goals import Found, table

ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STDOUT = "-"
STEP = 10.0
"""Seconds between two lines of progress outside of a terminal."""


class Impossible(Exception):
    """The command cannot run here; the text gives the reason."""


@dataclass
class Screen:
    """The output for the user of a command."""

    out: TextIO
    _shown: float = field(default_factory=time.monotonic)
    _open: bool = False

    def say(self, text: str = "") -> None:
        """Print a line that stays."""
        if self._open:
            print(file=self.out)
            self._open = False
        print(text, file=self.out, flush=True)

    def progress(self, done: float, of: float, what: str = "") -> None:
        """Show the progress: one changing line in a terminal, elsewhere a line from time to time."""
        text = f"{done:,.0f} of {of:,.0f} {what}".rstrip()
        if self.out.isatty():
            print(f"\r\x1b[K{text}", end="", file=self.out, flush=True)
            self._open = True
        elif time.monotonic() - self._shown >= STEP:
            self._shown = time.monotonic()
            self.say(text)


def parser(prog: str, description: str | None) -> argparse.ArgumentParser:
    """Return an argument parser with `--json`."""
    made = argparse.ArgumentParser(prog=prog, description=description)
    made.add_argument(
        "--json",
        nargs="?",
        const=STDOUT,
        metavar="FILE",
        help="also write all findings to FILE, or to standard output without FILE",
    )
    return made


def run(
    wanted: argparse.Namespace,
    work: Callable[[argparse.Namespace, Screen], Found],
    *,
    strict: bool = True,
) -> int:
    """Do the work, print its goals, write its JSON; return the exit status.

    The status is 1 if the work was impossible or, if `strict`, a goal was missed; 130 after Ctrl-C,
    as in a shell. Ctrl-C raises KeyboardInterrupt in `work` once, so it does not interrupt the
    cleanup.
    """
    for sig in ENDINGS:
        signal.signal(sig, _stop)
    screen = Screen(sys.stderr if wanted.json == STDOUT else sys.stdout)
    try:
        found = work(wanted, screen)
    except Impossible as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    screen.say("\n== goals")
    for line in table(found.goals):
        screen.say(line)
    _write(wanted.json, found)
    return 1 if strict and not all(goal.met for goal in found.goals) else 0


def _write(to: str | None, found: Found) -> None:
    told = found.data | {"goals": [goal.told() for goal in found.goals]}
    if to == STDOUT:
        print(json.dumps(told))
    elif to is not None:
        Path(to).write_text(json.dumps(told, indent=1) + "\n")


def _stop(sig: int, frame: FrameType | None) -> None:
    for other in ENDINGS:
        signal.signal(other, lambda *_: None)
    raise KeyboardInterrupt
