"""The speed of the games' engines on one core: random moves, and iterations of the search.

The reference is RLCard's uno, played at random in the same run, from its wheel in a separate
environment. Only this command needs it.
"""

from __future__ import annotations

import subprocess
import sys
import time
import venv
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from core import data_releases
from games.kernel import registry, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Rules, Start
from games.kernel.options import complete
from games.kernel.registry import AnyGame
from games.kernel.search import QuickChance, Search
from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.peer import HERE, Unavailable
from tools.goals import Found, Goal

RLCARD = ("rlcard==1.2.0", "setuptools<81")
SEATS = 4
TIMES = 3
RICHER = {"wortspiel", "sleeping_queens"}
"""Games whose rules do more a move than the reference's: no goal (docs/performance.md)."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Counts per second of processor time; `iterations` None: the engine does not search."""

    name: str
    moves: float
    iterations: float | None


def measure(bench: Bench) -> Found:
    """Measure all games beside the reference.

    Raises:
        Unavailable: the reference cannot run here.
    """
    speeds = _speeds(bench.folder, bench.seconds / 4)
    yardstick = speeds[0].moves
    bench.say(f"One core, {SEATS} seats, medians of {TIMES}.")
    bench.say(text.header(["random moves/s", "ratio", "iterations/s"]))
    for speed in speeds:
        numbers = [speed.moves, speed.moves / yardstick]
        bench.say(
            text.line(speed.name, [*numbers, *([speed.iterations] if speed.iterations else [])])
        )
    goals = [
        Goal(f"random moves of {speed.name}, by uno's", speed.moves / yardstick, 1, more=True)
        for speed in speeds[1:]
        if speed.name not in RICHER
    ]
    return Found([asdict(speed) for speed in speeds], goals)


def _speeds(folder: Path, seconds: float) -> list[Speed]:
    """Measure the reference first and then all games, in turns.

    Raises:
        Unavailable: the reference cannot run here.
    """
    python = _rlcard(folder)
    subjects: dict[str, Callable[[], tuple[float, float | None]]] = {
        "RLCard uno": lambda: (_uno(python, seconds), None)
    }
    for slug, game in registry.games().items():
        subjects[slug] = partial(_both, game, seconds)
    found: dict[str, list[tuple[float, float | None]]] = {name: [] for name in subjects}
    for _ in range(TIMES):
        for name, look in subjects.items():
            found[name].append(look())
    return [
        Speed(
            name,
            median(moves for moves, _ in results),
            None if results[0][1] is None else median(done or 0.0 for _, done in results),
        )
        for name, results in found.items()
    ]


def _both(game: AnyGame, seconds: float) -> tuple[float, float | None]:
    """Return random moves a second, and iterations a second."""
    return _random_moves(game, seconds), _iterations(game, seconds)


def _random_moves(game: AnyGame, seconds: float) -> float:
    """Return moves a second when all players take random offers, time-outs included."""
    rules, chance, moves = _rules(game), QuickChance(1), 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = game.deal(rules, SEATS, Start(number=1, at_ms=0), chance).state
        for _ in range(game.meta.max_moves):
            if game.outcome(rules, state) is not None:
                break
            awaited = game.to_act(rules, state)
            if awaited.seats:
                seat = awaited.seats[0]
                action = chance.choice(game.legal_actions(rules, state, seat))
                state = game.apply(rules, state, seat, action, chance, 0).state
            else:
                deadline = game.deadlines(rules, state)[-1]
                action = game.time_out(rules, state, deadline)
                state = game.apply(rules, state, None, action, chance, 0).state
            moves += 1
    return moves / (time.process_time() - began)


def _iterations(game: AnyGame, seconds: float) -> float | None:
    """Return the sampled rounds that the strongest bot plays per second to decide the first move."""
    bot: Any = game.bots[game.meta.levels[-1].slug]
    if not isinstance(bot, Search):
        return None
    done = 0

    def counted(*given: Any) -> float:
        nonlocal done
        done += 1
        return bot.evaluate(*given)

    counting = replace(bot, evaluate=counted)
    rules, number = _rules(game), 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        number += 1
        chance = SeededChance(number.to_bytes(8, "big"))
        step = game.deal(rules, SEATS, Start(number=1, at_ms=0), chance)
        seat = game.to_act(rules, step.state).seats[0]
        counting(
            rules, session.information_state(game, rules, step.state, seat, step.events), chance
        )
    return done / (time.process_time() - began)


def _rules(game: AnyGame) -> Rules:
    meta = game.meta
    return Rules(
        max(meta.revisions), complete(meta, {}), data_releases.load_release(game, meta.data)
    )


def _rlcard(folder: Path) -> Path:
    home = folder / "rlcard"
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        argv = [str(python), "-m", "pip", "install", "--quiet", *RLCARD]
        if subprocess.run(argv, stdout=sys.stderr, check=False).returncode:
            raise Unavailable(f"`{' '.join(argv)}` failed; the lines above give the reason.")
    return python


def _uno(python: Path, seconds: float) -> float:
    done = subprocess.run(
        [str(python), str(HERE / "uno.py"), str(seconds)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Unavailable(done.stderr)
    moves, spent = done.stdout.split()
    return int(moves) / float(spent)
