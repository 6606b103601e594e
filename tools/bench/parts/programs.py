"""The moves a second of bots with the API, beside people with pages."""

from __future__ import annotations

from typing import Any

from tools.bench.bench import Bench, plain
from tools.bench.cpu import Groups
from tools.bench.house import House
from tools.bench.parts.beside import in_turns, show_medians
from tools.bench.parts.throughput import IN_PLAY
from tools.bench.result import Side
from tools.goals import Found, Goal


class Programs:
    """Our side with a bot on each seat of each table."""

    side = "programs"

    def __init__(self, house: House) -> None:
        self._house = house

    def groups(self) -> Groups:
        """Return its processes."""
        return self._house.groups()

    def lay(self, tables: int) -> list[dict[str, Any]]:
        """Make tables whose bots sit at no other table."""
        return self._house.lay(tables, groups=tables, programs=True)


def measure(bench: Bench) -> Found:
    """Play Sleeping Queens with four players at each table, by pages and by the API in turns."""
    bench.say(
        f"{IN_PLAY} matches in play x 4 sockets, each move follows when all have received the last one."
        f" {bench.rounds} x {bench.seconds:g} s, in turns."
    )
    sides: dict[str, Side] = {"by pages": bench.house, "by the API": Programs(bench.house)}
    results = in_turns(bench, sides, IN_PLAY, 0, bench.rounds)
    people, programs = show_medians(bench, results)
    ratio = programs.moves_a_second / people.moves_a_second
    return Found(plain(results), [Goal("moves/s by the API ÷ by pages", ratio, 0.5, more=True)])
