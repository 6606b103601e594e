"""One run: make matches, let people play, break everything, then count the faults."""

from __future__ import annotations

import itertools
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tools.bench.result import percentile
from tools.chaos import faults, verdict
from tools.chaos.beside import Beside, opened
from tools.chaos.crowd import COMPARING_S
from tools.chaos.faults import Fault
from tools.chaos.fleet import Unruly
from tools.command import Screen
from tools.goals import Found, Goal

STUCK = 300.0
"""Seconds in which every waiting match must move. Bots run only when the processor is otherwise
idle, so on a busy machine their turn takes minutes.
"""
LAST_LINES = 8
"""Lines to print of each log when no action was acknowledged."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The number of matches, the durations and the seed of a run. Durations are in seconds.

    `seconds`: time for faults in turns; None: one of each kind. `think`: time before an action.
    `lasts`: duration of a fault that does not end by itself. `calm`: pause between two faults.
    `boards`: number of boards to compare at the end. `patience`: time in which every waiting match
    must move.
    """

    matches: int
    seconds: float | None
    seed: int
    think: tuple[float, float]
    lasts: float = 4.0
    calm: float = 4.0
    boards: int = 40
    patience: float = STUCK


def run(plan: Plan, screen: Screen) -> Found:
    """Run everything; the same seed repeats the same faults in the same order."""
    screen.say(f"CHAOS_SEED={plan.seed}")
    with opened() as beside, _fleet(beside) as fleet:
        screen.say(f"making {plan.matches} matches")
        port = beside.ask("listen")
        tables = _ask(fleet, f"from tools.chaos.laid import main; main({plan.matches}, {port})")
        beside.ask(
            "come",
            home=fleet.front.url,
            certificate=str(fleet.front.certificate),
            tables=tables,
            think=plan.think,
            seed=plan.seed,
        )
        screen.say("dealing")
        _ask(fleet, "from tools.chaos.laid import deal; deal()")
        fleet.calm(plan.calm)
        calm_since = time.monotonic()
        fleet.calm(plan.calm)
        ends = _break_everything(fleet, plan, screen)
        screen.say(f"{len(ends)} faults; every match has {plan.patience:g} s to move now")
        asked = time.monotonic()
        stuck = _stuck(fleet, plan.patience)
        moved = time.monotonic() - asked
        until_ms = _ask(fleet, "from tools.chaos.audit import now; now()")
        beside.ask("only_look_on")
        fleet.calm(3)
        screen.say(
            f"comparing {plan.boards} boards, which takes {COMPARING_S / 60:g} minutes at most"
        )
        boards = beside.ask("compare", most=plan.boards)
        screen.say("replaying logs")
        noted = beside.ask("noted")
        facts = _ask(fleet, f"from tools.chaos.audit import facts; facts({until_ms})")
        wrong = {
            **verdict.wrong(noted, facts),
            "matches stuck": stuck,
            "boards that differ from a fresh one": boards["different"],
        }
        data = {
            "faults": dict(Counter(name for name, _ in ends)),
            "matches": len(tables),
            "people": len(noted["people"]),
            "finished": facts["finished"],
            "acknowledged": sum(len(one["acknowledged"]) for one in noted["people"]),
            "refused": noted["refused"],
            "lines broken": noted["broken"],
            "processes started again": fleet.restarts,
            "s until every match had moved": round(moved, 1),
            "boards compared": boards["compared"],
            "seats a bot took over": facts["replaced"],
            "notices sent": sum(1 for row in facts["deliveries"] if row[1] == "sent"),
            "notices doubled": noted["doubled"],
            "s from the end of a fault to an acknowledgement": _recovered(noted, ends, calm_since),
            "errors logged": dict(verdict.errors(fleet.var.glob("*.log")).most_common(12)),
            "nginx answers for an unavailable server": dict(
                verdict.failures(fleet.front.folder / "log")
            ),
            "load": os.getloadavg()[0],
            **wrong,
        }
        if not data["acknowledged"]:
            _say_last_lines(fleet, screen)
    goals = verdict.goals({name: len(found) for name, found in wrong.items()})
    return Found(data, [*goals, Goal("moves acknowledged", data["acknowledged"], 1, "", more=True)])


def _say_last_lines(fleet: Unruly, screen: Screen) -> None:
    """Print the last lines of every process and of nginx, because no action was acknowledged."""
    logs = [*fleet.var.glob("*.log"), fleet.front.folder / "nginx.log", fleet.front.folder / "log"]
    for path in sorted(logs):
        screen.say(f"{path.name}:")
        for line in path.read_text(errors="replace").splitlines()[-LAST_LINES:]:
            screen.say(f"  {line}")


@contextmanager
def _fleet(beside: Beside) -> Iterator[Unruly]:
    fleet = Unruly(beside)
    try:
        fleet.open()
        yield fleet
    finally:
        fleet.close()


def _break_everything(fleet: Unruly, plan: Plan, screen: Screen) -> list[tuple[str, float]]:
    """Cause the faults; return each with the time of its end."""
    if not fleet.disk:
        screen.say("no disk can be mounted here, so none is filled")
    ends: list[tuple[str, float]] = []
    began = time.monotonic()
    for fault in _in_order(faults.all_faults(fleet, plan.lasts), plan):
        screen.say(f"{time.monotonic() - began:5.0f} s: {fault.name}")
        fault.apply(fleet)
        ends.append((fault.name, time.monotonic()))
        fleet.calm(plan.calm)
    return ends


def _in_order(there: list[Fault], plan: Plan) -> Iterator[Fault]:
    luck = random.Random(plan.seed)
    if plan.seconds is None:
        return iter(faults.each_kind(there, luck))
    end = time.monotonic() + plan.seconds
    return itertools.takewhile(lambda _: time.monotonic() < end, faults.in_turns(there, luck))


def _stuck(fleet: Unruly, patience: float) -> list[str]:
    """Return the matches that did not move within this time."""
    end = time.monotonic() + patience
    before = _ask(fleet, "from tools.chaos.audit import progress; progress()")
    while True:
        is_over = time.monotonic() >= end
        now = _ask(fleet, "from tools.chaos.audit import progress; progress()")
        stuck = verdict.stuck(before, now)
        if is_over or not stuck:
            return stuck
        fleet.calm(2)


def _ask(fleet: Unruly, code: str) -> Any:
    return fleet.manage("shell", "-v0", "-c", code)


def _recovered(
    noted: dict[str, Any], ends: list[tuple[str, float]], calm_since: float
) -> dict[str, float | str]:
    """Return the seconds until the next acknowledged action, anywhere and at each table."""
    tables: dict[str, list[float]] = {}
    for one in noted["people"]:
        tables.setdefault(one["match"], []).extend(one["acknowledged"].values())
    anywhere = {"": [at for times in tables.values() for at in times]}
    moments = [end for _, end in ends]
    back, each = verdict.recovery(moments, anywhere), verdict.recovery(moments, tables)
    usual = verdict.recovery([calm_since], tables)
    worst = max(((verdict.recovery([end], anywhere), name) for name, end in ends), default=([], ""))
    found = {
        "anywhere, p50": percentile(back, 50),
        "anywhere, worst": max(back, default=0.0),
        "at a table, p50": percentile(each, 50),
        "at a table, p50 while nothing is wrong": percentile(usual, 50),
        "at a table, worst": max(each, default=0.0),
    }
    return {name: round(seconds, 2) for name, seconds in found.items()} | {"worst after": worst[1]}
