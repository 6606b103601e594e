"""`make chaos`: break everything under running matches, and count the losses."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from typing import Any

from tools import command
from tools.chaos.run import Plan, run
from tools.command import Screen
from tools.goals import Found

MATCHES, MINUTES = 200, 15.0


def work(wanted: argparse.Namespace, screen: Screen) -> Found:
    """Run with these arguments, and print the findings."""
    # With this much thinking time, two cores can serve all of the people.
    think = max(0.3, wanted.matches / 40)
    found = run(
        Plan(
            matches=wanted.matches,
            seconds=wanted.minutes * 60,
            seed=wanted.seed,
            think=(think, 2 * think),
        ),
        screen,
    )
    tell(found.data, screen)
    return found


def tell(data: dict[str, Any], screen: Screen) -> None:
    """Print the findings: numbers in full, and the first few faults of each kind."""
    for name, value in data.items():
        if isinstance(value, dict):
            screen.say(f"{name}:")
            for one, count in value.items():
                screen.say(f"  {one}: {count}")
        elif isinstance(value, list):
            screen.say(f"{name}: {len(value)}")
            for one in value[:5]:
                screen.say(f"  {one}")
        else:
            screen.say(f"{name}: {value}")


def _arguments() -> argparse.Namespace:
    env = os.environ
    parser = command.parser("make chaos", __doc__)
    parser.add_argument("--minutes", type=float, default=float(env.get("CHAOS_MINUTES", MINUTES)))
    parser.add_argument("--matches", type=int, default=int(env.get("CHAOS_MATCHES", MATCHES)))
    parser.add_argument(
        "--seed", type=int, default=int(env.get("CHAOS_SEED", secrets.randbelow(1_000_000)))
    )
    wanted = parser.parse_args()
    if wanted.minutes <= 0 or wanted.matches < 1:
        parser.error("minutes and matches must be more than 0")
    return wanted


if __name__ == "__main__":
    sys.exit(command.run(_arguments(), work))
