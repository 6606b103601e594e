"""`make bench`: how fast the server and the engines are, beside peers in the same run."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import Any

from tests.bench import goals
from tests.bench.bench import Bench
from tests.bench.parts import PARTS
from tests.bench.peer import Unavailable
from tests.bench.result import Stalled
from tests.browser.server import ROOT

ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SECONDS, QUICK_SECONDS = 10.0, 3.0
STDOUT = "-"


def main() -> int:
    """Measure as the arguments say."""
    wanted = _arguments()
    for sig in ENDINGS:
        signal.signal(sig, _stop)
    folder = ROOT / "var" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    out = sys.stderr if wanted.json == STDOUT else sys.stdout
    found: dict[str, Any] = {}
    asked: list[goals.Goal] = []
    with ExitStack() as stack:
        bench = Bench(folder, wanted.seconds, wanted.rounds, wanted.quick, out, stack)
        try:
            for name in [name for name in PARTS if name in (wanted.only or PARTS)]:
                began = time.monotonic()
                bench.say(f"\n== {name}")
                part = PARTS[name](bench)
                found[name] = part.data
                asked += part.goals
                bench.say(f"({time.monotonic() - began:.0f} s)")
        except Unavailable as problem:
            print(problem, file=sys.stderr)
            return 1
        except Stalled:
            print("It stopped answering.", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            print("Stopped.", file=sys.stderr)
            return 130  # as a shell says it
    bench.say("\n== goals")
    for line in goals.table(asked):
        bench.say(line)
    _write(wanted.json, found | {"goals": [goal.told() for goal in asked]})
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--seconds", type=float, help=f"of each measuring ({SECONDS:g})")
    parser.add_argument("--rounds", type=int, help="of both sides, in turns (3)")
    parser.add_argument(
        "--only", choices=PARTS, action="append", metavar="PART", help=f"of {', '.join(PARTS)}"
    )
    parser.add_argument("--quick", action="store_true", help="all in a few minutes, and less exact")
    parser.add_argument(
        "--json",
        nargs="?",
        const=STDOUT,
        metavar="FILE",
        help="write all that was found there, too; without FILE to standard output",
    )
    wanted = parser.parse_args()
    if wanted.seconds is None:
        wanted.seconds = QUICK_SECONDS if wanted.quick else SECONDS
    if wanted.rounds is None:
        wanted.rounds = 1 if wanted.quick else 3
    if wanted.rounds < 1 or wanted.seconds < 1:
        parser.error("rounds and seconds must be 1 or more")
    return wanted


def _write(to: str | None, found: dict[str, Any]) -> None:
    if to == STDOUT:
        print(json.dumps(found))
    elif to is not None:
        Path(to).write_text(json.dumps(found, indent=1) + "\n")


def _stop(sig: int, frame: FrameType | None) -> None:
    # A second Ctrl-C would only leave the closing half done.
    for other in ENDINGS:
        signal.signal(other, lambda *_: None)
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
