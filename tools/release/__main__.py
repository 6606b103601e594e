"""`make release`: prove that this commit can be released, and print the `git tag` line.

It refuses a checkout that is not ready, runs each step, and stops at the first that fails.
docs/releases.md explains what a release promises.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from tools import command
from tools.command import Impossible, Screen
from tools.goals import Found, Goal
from tools.release.ready import Release, release_of
from tools.release.steps import Step, duration, run_steps, steps_of

ROOT = Path(__file__).resolve().parents[2]
Steps = Callable[[Sequence[str]], list[Step]]


def prove(
    root: Path, steps_for: Steps, first: str | None, today: date, screen: Screen
) -> tuple[Release, Found]:
    """Run the steps of the release that this checkout can become.

    Raises:
        Impossible: it is not ready, a step failed, or a step changed the checkout.
    """
    release = release_of(root, today)
    before = ", ".join(release.before) or "none, as this is the first release"
    screen.say(
        f"Nightcap {release.version}, commit {release.commit[:12]}. Upgrades from: {before}."
    )
    steps = steps_for(release.before)
    took = run_steps(root, release, steps, first, screen)
    if release_of(root, today) != release:
        raise Impossible("The checkout is another commit than at the start: run all steps again.")
    screen.say("\n== passed")
    for name, seconds in took.items():
        screen.say(f"{name:10}{duration(seconds):>14}")
    screen.say(f"{'together':10}{duration(sum(took.values())):>14}")
    data = {"version": release.version, "commit": release.commit, "seconds": took}
    return release, Found(data, [Goal("steps that passed", len(took), len(steps), "", more=True)])


def main(argv: Sequence[str] | None = None, root: Path = ROOT, steps_for: Steps = steps_of) -> int:
    """Read the arguments, run the steps; return the exit status."""
    names = [step.name for step in steps_for(())]
    parser = command.parser("make release", __doc__)
    parser.add_argument(
        "--from", dest="first", choices=names, metavar="STEP", help=f"resume: {', '.join(names)}"
    )
    parser.add_argument("--list", action="store_true", help="print the steps and run none")
    wanted = parser.parse_args(argv)
    if wanted.list:
        for step in steps_for(()):
            print(f"{step.name:10}{step.line:42}{step.proves}")
        return 0
    proved: list[Release] = []

    def work(wanted: argparse.Namespace, screen: Screen) -> Found:
        today = datetime.now(UTC).date()
        release, found = prove(root, steps_for, wanted.first, today, screen)
        proved.append(release)
        return found

    status = command.run(wanted, work)
    for release in proved:
        print(
            f"\nRelease it:\n  {release.tag_line}\n  git push origin {release.tag}", file=sys.stderr
        )
    return status


if __name__ == "__main__":
    sys.exit(main())
