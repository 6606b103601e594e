"""The moves a second of two web processes beside those of one, and beside the peer."""

from __future__ import annotations

from tools.bench.bench import Bench, plain
from tools.bench.house import two_webs
from tools.bench.parts.beside import OURS, THEIRS, in_turns, show_medians
from tools.bench.parts.throughput import IN_PLAY
from tools.bench.result import Side
from tools.goals import Found, Goal

BOTH = "two processes"


def measure(bench: Bench) -> Found:
    """Play as in `throughput`; each match has one of the processes, by a hash of its id."""
    bench.say(
        f"{IN_PLAY} matches in play x 4 sockets, as in “throughput”: one web process, two, and the"
        f" peer. {bench.rounds} x {bench.seconds:g} s, in turns."
    )
    with two_webs(bench.house) as both:
        sides: dict[str, Side] = {OURS: bench.house, BOTH: both, THEIRS: bench.peer}
        results = in_turns(bench, sides, IN_PLAY, 0, bench.rounds)
    one, two, theirs = (result.moves_a_second for result in show_medians(bench, results))
    return Found(
        plain(results),
        [
            Goal("durable moves/s, two web processes", two / theirs, 1.3, more=True),
            Goal("durable moves/s, two web processes ÷ one", two / one, 1, more=True),
        ],
    )
