"""`make bench`: measure the speed of the server and the engines beside peers in the same run."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import ExitStack
from typing import Any

from tests.browser.server import ROOT
from tools import command
from tools.bench.bench import Bench
from tools.bench.parts import PARTS
from tools.bench.peer import Unavailable
from tools.bench.result import Stalled
from tools.command import Impossible, Screen
from tools.goals import Found, Goal

SECONDS, QUICK_SECONDS = 10.0, 3.0


def measure(wanted: argparse.Namespace, screen: Screen) -> Found:
    """Run the parts that the arguments select."""
    folder = ROOT / "var" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, Any] = {}
    goals: list[Goal] = []
    with ExitStack() as stack:
        bench = Bench(folder, wanted.seconds, wanted.rounds, wanted.quick, screen, stack)
        try:
            for name in [name for name in PARTS if name in (wanted.only or PARTS)]:
                began = time.monotonic()
                bench.say(f"\n== {name}")
                part = PARTS[name](bench)
                found[name] = part.data
                goals += part.goals
                bench.say(f"({time.monotonic() - began:.0f} s)")
        except Unavailable as problem:
            raise Impossible(str(problem)) from problem
        except Stalled as problem:
            raise Impossible("A side stopped answering.") from problem
    return Found(found, goals)


def _arguments() -> argparse.Namespace:
    parser = command.parser("make bench", __doc__)
    parser.add_argument("--seconds", type=float, help=f"of each measurement ({SECONDS:g})")
    parser.add_argument("--rounds", type=int, help="of both sides, in turns (3)")
    parser.add_argument(
        "--only", choices=PARTS, action="append", metavar="PART", help=f"of {', '.join(PARTS)}"
    )
    parser.add_argument("--quick", action="store_true", help="all in a few minutes, and less exact")
    wanted = parser.parse_args()
    if wanted.seconds is None:
        wanted.seconds = QUICK_SECONDS if wanted.quick else SECONDS
    if wanted.rounds is None:
        wanted.rounds = 1 if wanted.quick else 3
    if wanted.rounds < 1 or wanted.seconds < 1:
        parser.error("rounds and seconds must be 1 or more")
    return wanted


if __name__ == "__main__":
    # A person judges a missed speed goal, so the exit code does not.
    sys.exit(command.run(_arguments(), measure, strict=False))
