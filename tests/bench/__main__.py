"""`make bench`: moves a second, ours and the peer's, interleaved in one run, and their ratios."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from tests.bench import engines, ours
from tests.bench.peer import Peer, Unavailable
from tests.bench.result import Result, Stalled
from tests.browser.server import ROOT

COLUMNS: dict[str, Callable[[Result], float]] = {
    "moves/s": lambda result: result.moves_a_second,
    "p50 ms": lambda result: result.p50_ms,
    "p95 ms": lambda result: result.p95_ms,
    "p99 ms": lambda result: result.p99_ms,
    "server CPU ms": lambda result: result.web_ms,
    "database CPU ms": lambda result: result.database_ms,
}


SEATS = 4
RACE = ours.Work("wortspiel", seats=8, matches=50, every=4, options=("race_mode=live",))
"""Words are laid as fast as quick people find them, at all tables at once."""
ARRIVING = 30.0
"""Seconds until four hundred people have opened their pages."""


def main() -> int:
    """Measure as the arguments say."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--matches", type=int, default=10, help="at a time, four people each")
    parser.add_argument("--seconds", type=float, default=10, help="of each measuring")
    parser.add_argument("--rounds", type=int, default=3, help="of both sides, in turns")
    parser.add_argument(
        "--only",
        choices=("server", "race", "engines"),
        help="the server beside its peer, a race at many tables, or the engines",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    wanted = parser.parse_args()
    if wanted.matches < 1 or wanted.rounds < 1 or wanted.seconds < 1:
        parser.error("matches, rounds and seconds must be 1 or more")
    folder = ROOT / "var" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    report: dict[str, Any] = {}
    try:
        if wanted.only in (None, "server"):
            sides = _measure(Peer(folder), wanted.matches, wanted.seconds, wanted.rounds)
            summary = {name: _median(results) for name, results in sides.items()}
            report["server"] = {name: asdict(result) for name, result in summary.items()}
            if not wanted.json:
                _show(summary, wanted)
        if wanted.only in (None, "race"):
            with ours.server() as server:
                race = ours.measure(server, RACE, ARRIVING, wanted.seconds)
            report["race"] = asdict(race)
            if not wanted.json:
                _show_race(race)
        if wanted.only in (None, "engines"):
            speeds = engines.measure(folder, wanted.seconds / 4)
            report["engines"] = [asdict(speed) for speed in speeds]
            if not wanted.json:
                engines.show(speeds)
    except Unavailable as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130  # as a shell says it
    if wanted.json:
        print(json.dumps(report))
    return 0


def _measure(peer: Peer, matches: int, seconds: float, rounds: int) -> dict[str, list[Result]]:
    """Both sides in turns, so that what else the machine does meets both."""
    warm_up = seconds / 4
    work = ours.Work("sleeping_queens", SEATS, matches)
    sides: dict[str, list[Result]] = {"Nightcap": [], "boardgame.io": []}
    with ours.server() as server:
        url, postgres = ours.database_of(server)
        for number in range(1, rounds + 1):
            measures: dict[str, Callable[[], Result]] = {
                "Nightcap": lambda: ours.measure(server, work, warm_up, seconds),
                "boardgame.io": lambda: peer.measure(url, postgres, matches, warm_up, seconds),
            }
            for name, measure in measures.items():
                try:
                    result = measure()
                except Stalled:
                    print(f"round {number} of {rounds}: {name} stopped answering", file=sys.stderr)
                    continue
                sides[name].append(result)
                busy = os.getloadavg()[0]
                print(
                    f"round {number} of {rounds}: {name} {result.moves_a_second:.0f} moves/s"
                    f" (load of the machine {busy:.1f})",
                    file=sys.stderr,
                    flush=True,
                )
    for name, results in sides.items():
        if not results:
            raise Unavailable(f"{name} stopped answering in every round.")
    return sides


def _median(results: list[Result]) -> Result:
    fields: dict[str, Any] = {
        name: statistics.median(asdict(result)[name] for result in results)
        for name in asdict(results[0])
    }
    return Result(**fields)


def _show(summary: dict[str, Result], wanted: argparse.Namespace) -> None:
    ours, theirs = summary["Nightcap"], summary["boardgame.io"]
    print(
        f"{wanted.matches} matches at a time, 4 sockets each, one web process, every move durable;"
        f" medians of {wanted.rounds} times {wanted.seconds:g} s"
    )
    print(f"{'':14}" + "".join(f"{title:>17}" for title in COLUMNS))
    for name, result in summary.items():
        print(f"{name:14}" + "".join(f"{read(result):17.2f}" for read in COLUMNS.values()))
    print(
        f"{'ratio':14}" + "".join(f"{read(ours) / read(theirs):17.2f}" for read in COLUMNS.values())
    )


def _show_race(result: Result) -> None:
    print(
        f"\n{RACE.matches} races of {RACE.game} at a time, {RACE.seats} sockets each, a card every"
        f" {RACE.every:g} s or so at each table"
    )
    print(f"{'':14}" + "".join(f"{title:>17}" for title in COLUMNS))
    print(f"{'Nightcap':14}" + "".join(f"{read(result):17.2f}" for read in COLUMNS.values()))


if __name__ == "__main__":
    sys.exit(main())
