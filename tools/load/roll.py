"""`make roll`: roll out a new release over running matches; each process is replaced while people
play.

The fleet of `tests/deploy` runs behind nginx. `prepare` runs again, then web processes, workers
and beat are replaced one after the other, as in docs/hosting.md. Open pages reconnect as
browsers do.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import ssl
import sys
import threading
from dataclasses import asdict
from typing import Any

from tests.deploy.fleet import Fleet
from tests.deploy.people import SIT_DOWN, until
from tools import command
from tools.command import Impossible, Screen
from tools.goals import Found, Goal
from tools.load.rolling import SETTLED_S, Gap, Lines, Steady, Visitor, look_on, replace

GOING_AWAY = 1012
"""The close code of a replaced process."""
WINDOW_S = 0.5
ROUNDS = 2
"""Moves of a player after which every other player and the bot have moved, so the workers run."""
FACTS = "from tools.load.facts import tell; tell()"
"""Code that prints the facts in the database as JSON."""


async def roll(fleet: Fleet, tls: ssl.SSLContext, pages: int, names: list[str]) -> dict[str, Any]:
    """Replace these processes under two people at a table, pages that watch, and visitors."""
    lines = Lines()
    seats = fleet.manage("shell", "-v0", "-c", SIT_DOWN)
    people = [Steady(fleet.front.url, seats["match"], each, tls) for each in seats["cookies"]]
    for player in people:
        player.lines = lines
    visitors = [Visitor(fleet.front.url, tls) for _ in range(2)]
    threads = [threading.Thread(target=visitor.visit) for visitor in visitors]
    tasks = [asyncio.create_task(player.play()) for player in people]
    tasks += [asyncio.create_task(look_on(fleet, tls, lines)) for _ in range(pages)]
    for thread in threads:
        thread.start()
    took = {}
    try:
        await until(
            lambda: all(len(player.moves) >= ROUNDS for player in people), lambda: f"{people}"
        )
        await asyncio.sleep(SETTLED_S)
        before = sum(len(player.moves) for player in people)
        for name in names:
            took[name] = await replace(fleet, name)
            await asyncio.sleep(SETTLED_S)
        moves = sum(len(player.moves) for player in people) - before
    finally:
        for visitor in visitors:
            visitor.leave()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for thread in threads:
            await asyncio.to_thread(thread.join)
    statuses = sum((visitor.statuses for visitor in visitors), start=type(visitors[0].statuses)())
    return {
        "took": took,
        "moves": moves,
        "gaps": [asdict(gap) for gap in lines.gaps],
        "refused": dict(lines.refused),
        "answers": dict(statuses),
        "errors": sum(visitor.errors for visitor in visitors),
        "facts": fleet.manage("shell", "-v0", "-c", FACTS),
    }


def goals(found: dict[str, Any]) -> list[Goal]:
    """Return the goals of a roll-out."""
    gaps = [Gap(**gap) for gap in found["gaps"]]
    lengths = sorted(gap.seconds for gap in gaps)
    facts = found["facts"]
    return [
        Goal("errors for pages and forms", found["errors"], 0, ""),
        Goal("sockets closed with another code than 1012", _otherwise(gaps), 0, ""),
        Goal("pages that had to reconnect", len(gaps), 1, "", more=True),
        Goal("a page without its socket, p50", lengths[len(lengths) // 2] if gaps else 0, 1, "s"),
        Goal("a page without its socket, worst", lengths[-1] if gaps else 0, 2, "s"),
        Goal(f"share of pages back within the same {WINDOW_S} s", crowd(gaps), 0.5, ""),
        Goal("moves of people meanwhile", found["moves"], 10, "", more=True),
        Goal("own decisions that timed out", facts["missed"], 0, ""),
        Goal("times that count as out of service", facts["downtimes"], 0, ""),
        Goal("logs that replay to another state", facts["differing"], 0, ""),
    ]


def _otherwise(gaps: list[Gap]) -> int:
    return sum(gap.code != GOING_AWAY for gap in gaps)


def crowd(gaps: list[Gap]) -> float:
    """Return the largest share of all reconnections within `WINDOW_S`."""
    back = sorted(gap.ends for gap in gaps)
    most = max((sum(at <= other < at + WINDOW_S for other in back) for at in back), default=0)
    return most / max(1, len(back))


def measure(wanted: argparse.Namespace, screen: Screen) -> Found:
    """Open a fleet and replace all of it."""
    fleet = Fleet(settings={})  # people and bots have their usual time
    try:
        screen.say("Starting two web processes, three workers, one for slow tasks and a beat …")
        fleet.open()
        names = [name for name in fleet.processes if name not in ("build", "prepare")]
        tls = ssl.create_default_context(cafile=fleet.front.certificate)
        screen.say(f"Replacing {', '.join(names)} under {wanted.pages + 2} open pages …")
        found = asyncio.run(roll(fleet, tls, wanted.pages, names))
    except AssertionError as problem:
        raise Impossible(f"The fleet failed:\n{problem}") from problem
    finally:
        fleet.close()
    for name, seconds in found["took"].items():
        screen.say(f"{name:10}{seconds:6.1f} s until its successor worked")
    screen.say(f"Answers: {found['answers']}; connections refused: {found['refused']}")
    screen.say(f"Load of the machine: {os.getloadavg()[0]:.1f}")
    return Found(found, goals(found))


def main() -> int:
    """Run the command."""
    parser = command.parser("make roll", __doc__)
    parser.add_argument("--pages", type=int, default=200, help="that look on (200; at most 290)")
    return command.run(parser.parse_args(), measure)


if __name__ == "__main__":
    sys.exit(main())
