"""The fastest game: fifty tables of Wortspiel with eight racing players each."""

from __future__ import annotations

from tools.bench import text
from tools.bench.bench import Bench, plain
from tools.bench.parts.beside import COLUMNS
from tools.bench.result import drive
from tools.goals import Found, Goal

TABLES, SEATS, EVERY = 50, 8, 4.0
GOAL_MS = 100
CARD_MS, CARD_KB = 5, 6
"""Goals for a card: processor time of web and workers, and what each client gets."""


def measure(bench: Bench) -> Found:
    """Play words at the rate of quick players, at all tables at once."""
    bench.say(
        f"{TABLES} races of the Wortspiel x {SEATS} sockets, a card every {EVERY:g} s or so at each."
    )
    laid = bench.house.lay(
        TABLES * 2,
        game="wortspiel",
        seats=SEATS,
        groups=TABLES,
        options=("race_mode=live",),
    )
    wanted = {
        "side": bench.house.side,
        "tables": laid,
        "in_play": TABLES,
        "think": EVERY,
        "warm_up": EVERY,
        "seconds": max(bench.seconds, 2 * EVERY),
    }
    result = drive(wanted, bench.house.groups())
    bench.say(text.header(list(COLUMNS)))
    bench.say(text.line("Wortspiel", [read(result) for read in COLUMNS.values()]))
    return Found(
        plain({"wortspiel": [result]}),
        [
            Goal(f"p95 of {TABLES} races", result.p95_ms, GOAL_MS, "ms"),
            Goal("processor time a card, web + workers", result.server_ms, CARD_MS, "ms"),
            Goal("a card, to a client", result.bytes_a_move / 1000, CARD_KB, "kB"),
        ],
    )
