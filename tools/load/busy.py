"""`make busy`: run more strong bots than the processors can serve, beside tables of people.

People play at five tables at a human pace, alone and then beside many tables of strong bots. A busy
server reports it, lets bots think less before they time out, and serves people first.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from tests.browser.server import ROOT
from tools import command
from tools.bench.child import child
from tools.bench.house import House, open_house
from tools.bench.result import Result, Stalled, drive
from tools.command import Impossible, Screen
from tools.goals import Found, Goal
from tools.load.bot_tables import Facts, Sample

PEOPLE = 5
"""Tables of four people each."""
THINK = 0.7
SPARE, MOVES_A_MATCH = 4, 35
GAME, LEVEL, BOTS, TEMPO = "daumen_drauf", "hard", 4, "live"
"""A game whose bots think for the longest time."""
BUSY_MS = 2_000
"""The age of an overdue turn from which `/readyz` must report a busy server, in milliseconds."""


class BotTables:
    """The tables of bots during the play."""

    def __init__(self, process: subprocess.Popen[str], house: House) -> None:
        self.samples: list[Sample] = []
        self.ready: list[tuple[int, bool]] = []
        """Each second's status of `/readyz`, and whether it reported a busy server."""
        self._process, self._house = process, house
        self._last: dict[str, Any] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def stop(self) -> Facts:
        """End the play and return its results."""
        assert self._process.stdin is not None
        print(file=self._process.stdin, flush=True)
        self._reader.join()
        if "lost" not in self._last:
            raise Impossible("The tables of bots stopped answering.")
        return Facts(**self._last)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._last = json.loads(line)
            if "oldest_ms" in self._last:
                self.samples.append(Sample(**self._last))
                answer = self._house.get("/readyz")
                self.ready.append((answer.status, bool(json.loads(answer.body)["busy"])))


@contextmanager
def bot_tables(house: House, tables: int) -> Iterator[BotTables]:
    """Deal this many tables of bots, and play at them until the block ends."""
    wanted = {"game": GAME, "level": LEVEL, "tables": tables, "bots": BOTS, "tempo": TEMPO}
    env = house.server.env | {"PYTHONPATH": str(ROOT / "platform")}
    argv = [sys.executable, "-m", "tools.load.bot_tables", json.dumps(wanted)]
    with child(argv, ROOT, env=env) as process:
        assert process.stdout is not None
        if json.loads(process.stdout.readline() or "{}").get("dealt") != tables:
            raise Impossible("The tables of bots could not be laid.")
        yield BotTables(process, house)


def people(house: House, seconds: float) -> Result:
    """Measure how long people wait for a move at their tables now."""
    moves = PEOPLE / THINK * seconds * 1.25
    laid = house.lay(PEOPLE + SPARE + round(moves / MOVES_A_MATCH) + 1)
    wanted = {"side": house.side, "tables": laid, "in_play": PEOPLE, "think": THINK}
    return drive(wanted | {"warm_up": seconds / 6, "seconds": seconds}, house.groups())


def measure(wanted: argparse.Namespace, screen: Screen) -> Found:
    """Open a server, let people play alone, then beside the bots."""
    with open_house() as house:
        try:
            screen.say(f"{PEOPLE} tables of four people, alone for {wanted.seconds:g} s.")
            alone = people(house, wanted.seconds)
            screen.say(f"p50 {alone.p50_ms:.1f} ms, p99 {alone.p99_ms:.1f} ms")
            screen.say(f"The same beside {wanted.tables} tables of {BOTS} hard bots each.")
            with bot_tables(house, wanted.tables) as bots:
                beside = people(house, wanted.seconds)
                facts = bots.stop()
        except Stalled as problem:
            raise Impossible("People could not play.") from problem
    screen.say(f"p50 {beside.p50_ms:.1f} ms, p99 {beside.p99_ms:.1f} ms")
    _show(screen, bots, facts)
    return Found(
        {
            "alone": asdict(alone),
            "beside": asdict(beside),
            "samples": [asdict(sample) for sample in bots.samples],
            "ready": bots.ready,
            **asdict(facts),
        },
        goals(alone, beside, bots.samples, bots.ready, facts),
    )


def goals(
    alone: Result,
    beside: Result,
    samples: list[Sample],
    ready: list[tuple[int, bool]],
    facts: Facts,
) -> list[Goal]:
    """Return the goals of a busy server."""
    oldest_s = max((sample.oldest_ms for sample in samples), default=0) / 1000
    late = [sample.oldest_ms > 2 * BUSY_MS for sample in samples]
    unsaid = sum(was and not said for was, (_, said) in zip(late, ready, strict=False))
    return [
        Goal("turns of bots that timed out", facts.lost, 0, ""),
        Goal("turns of their hosts that timed out", facts.hosts_lost, 0, ""),
        Goal("p50 of people beside bots ÷ alone", beside.p50_ms / alone.p50_ms, 1.5),
        Goal("p99 of people beside bots ÷ alone", beside.p99_ms / alone.p99_ms, 2),
        Goal("the oldest overdue turn", oldest_s, 5, "s"),
        Goal("times that a bot thought less", facts.hurried, 1, "", more=True),
        Goal("/readyz answers that it is not ready", sum(s != 200 for s, _ in ready), 0, ""),
        Goal("/readyz answers without a busy report", unsaid, 0, ""),
    ]


def _show(screen: Screen, bots: BotTables, facts: Facts) -> None:
    ages = sorted(sample.oldest_ms for sample in bots.samples)
    if not ages:
        raise Impossible("The run ended before the first sample.")
    owed = sorted(sample.owed for sample in bots.samples)
    screen.say(f"Overdue turns: {owed[len(owed) // 2]} (median), {owed[-1]} at most.")
    screen.say(f"The oldest: {ages[len(ages) // 2]} ms (median), {ages[-1]} ms at most.")
    screen.say(f"Moves of bots: {facts.moves_of_bots}; thought less: {facts.hurried}.")
    said = sum(busy for _, busy in bots.ready)
    screen.say(f"/readyz reported a busy server {said} times of {len(bots.ready)}.")
    screen.say(f"Load of the machine: {os.getloadavg()[0]:.1f}")


def main() -> int:
    """Run the command."""
    parser = command.parser("make busy", __doc__)
    parser.add_argument("--tables", type=int, default=200, help="of bots (200)")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each measurement (60)")
    return command.run(parser.parse_args(), measure)


if __name__ == "__main__":
    sys.exit(main())
