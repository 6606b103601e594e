"""One run: lay matches, let people play, break everything, then count what is wrong."""

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
"""Seconds in which every match that waits for somebody has to move. Bots have the processor when nothing
else wants it: beside much other work a turn of theirs takes minutes."""
LAST_LINES = 8
"""Of each log, where nobody got through."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many matches, for how long, and all the luck. Lengths of time are in seconds.

    `seconds`: faults in turns for so long; None: one of each kind. `think`: before somebody acts.
    `lasts`: a fault that does not end by itself. `calm`: between two faults. `boards`: so many are
    compared at the end. `patience`: every match that waits for somebody has to move in that time.
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
    """Everything; the seed is what is needed to see the same faults in the same order again."""
    screen.say(f"CHAOS_SEED={plan.seed}")
    with opened() as beside, _fleet(beside) as fleet:
        screen.say(f"laying {plan.matches} matches")
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
            "s from the end of a fault to a yes": _recovered(noted, ends, calm_since),
            "errors logged": dict(verdict.errors(fleet.var.glob("*.log")).most_common(12)),
            "answers of nginx that it cannot": dict(verdict.failures(fleet.front.folder / "log")),
            "load": os.getloadavg()[0],
            **wrong,
        }
        if not data["acknowledged"]:
            _say_last_lines(fleet, screen)
    goals = verdict.goals({name: len(found) for name, found in wrong.items()})
    return Found(data, [*goals, Goal("moves said yes to", data["acknowledged"], 1, "", more=True)])


def _say_last_lines(fleet: Unruly, screen: Screen) -> None:
    """What every process has written last, nginx too: nobody got through from beginning to end."""
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
    """The faults that there were, each with the moment at which it was over."""
    if not fleet.disk:
        screen.say("no disk can be mounted here: none is filled")
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
    """The matches that did not move within this time."""
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
    """Seconds until somebody was said yes to again, anywhere and at each table."""
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
