"""The programs that `make` starts outside of pytest also start without Django."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "arguments",
    [
        ["-m", "tools.bench", "--help"],
        ["-m", "tools.chaos", "--help"],
        ["-m", "tools.fuzz", "--help"],
        ["-m", "tools.leaks", "--help"],
        ["-m", "tools.load.busy", "--help"],
        ["-m", "tools.load.roll", "--help"],
        ["-m", "tools.release", "--list"],
        ["-m", "tools.release.upgrade", "--help"],
        ["-m", "tests.games.playthroughs", "record", "--help"],
        ["-c", "import tests.browser.screenshot"],
    ],
)
def test_it_starts(arguments: list[str]) -> None:
    bare = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=bare, check=True, timeout=120)
