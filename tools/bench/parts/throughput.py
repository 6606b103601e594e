"""The moves a second of ten matches with four people; each move follows when all have the last one."""

from __future__ import annotations

from tools.bench.bench import Bench, plain
from tools.bench.parts.beside import in_turns, ours_and_theirs, show_medians
from tools.goals import Found, Goal

IN_PLAY = 10


def measure(bench: Bench) -> Found:
    """Play Sleeping Queens on our side, and a plain card game on the peer's."""
    bench.say(
        f"{IN_PLAY} matches in play x 4 sockets, one web process, every move durable; a move follows"
        f" when all have seen the one before. {bench.rounds} x {bench.seconds:g} s, in turns."
    )
    bench.say(
        "Left out of moves/s and latencies: moves whose effect the rules hold back (“held back” says"
        " how many); such a match is swapped for one that is ready. “Driver”: its share of a core."
    )
    results = in_turns(bench, ours_and_theirs(bench), IN_PLAY, 0, bench.rounds)
    ours, theirs = show_medians(bench, results)
    return Found(
        plain(results),
        [
            Goal("durable moves/s", ours.moves_a_second / theirs.moves_a_second, 1, more=True),
            Goal("processor time a move, web + workers", ours.server_ms / theirs.server_ms, 1.2),
            Goal("processor time a move, database", ours.database_ms / theirs.database_ms, 0.6),
            Goal("bytes to a page a move", ours.bytes_a_move / theirs.bytes_a_move, 2),
        ],
    )
