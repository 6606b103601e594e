"""Progress of long commands."""

from __future__ import annotations

import sys
import time
from typing import Any

BAR = 30
"""The width of the bar, in characters."""


class Progress:
    """The progress: a bar on a terminal, otherwise a line for each tenth."""

    def __init__(self, out: Any, total: int, what: str) -> None:
        """Begin a progress of `total` steps of `what`, written to a command's `stderr`."""
        self.out, self.total, self.what, self.done = out, total, what, 0
        self.began = time.monotonic()
        self.live = sys.stderr.isatty()

    def step(self) -> None:
        """Count one step as done."""
        self.done += 1
        if self.live:
            self._bar()
        elif self.done * 10 // self.total > (self.done - 1) * 10 // self.total:
            self.say(f"{self.done} of {self.total} {self.what}, {self._left()} left")

    def say(self, text: str) -> None:
        self.out.write(f"\n{text}" if self.live else text)

    def _bar(self) -> None:
        filled = BAR * self.done // self.total
        bar = "█" * filled + "·" * (BAR - filled)
        line = f"\r{bar} {self.done}/{self.total}, {self._left()} left "
        self.out.write(line, ending="\n" if self.done == self.total else "")
        self.out.flush()

    def _left(self) -> str:
        spent = time.monotonic() - self.began
        seconds = round(spent / self.done * (self.total - self.done))
        return f"{seconds // 60}:{seconds % 60:02}"
