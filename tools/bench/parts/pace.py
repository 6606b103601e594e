"""The wait for a move at human pace: fifty tables whose players think between moves."""

from __future__ import annotations

from tools.bench.bench import Bench, plain
from tools.bench.parts.beside import in_turns, ours_and_theirs, show_medians
from tools.goals import Found, Goal

IN_PLAY = 50
THINK = 0.7


def measure(bench: Bench) -> Found:
    """Measure as `throughput` does, at this pace."""
    bench.say(f"{IN_PLAY} matches in play x 4 sockets, {THINK} s or so between two moves of each.")
    results = in_turns(bench, ours_and_theirs(bench), IN_PLAY, THINK, bench.rounds)
    ours, theirs = show_medians(bench, results)
    return Found(
        plain(results),
        [
            Goal(f"p50 at {IN_PLAY} tables of human pace", ours.p50_ms / theirs.p50_ms, 1.6),
            Goal(f"p99 at {IN_PLAY} tables of human pace", ours.p99_ms / theirs.p99_ms, 1.6),
        ],
    )
