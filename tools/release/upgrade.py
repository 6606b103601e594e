"""`python -m tools.release.upgrade TAG …`: upgrade databases of earlier releases to this code.

The earlier release is cloned and set up, makes its own database, and deals matches of every game.
Then this code migrates that database, replays every round, and plays on in every match.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from tools import command
from tools.command import Impossible, Screen
from tools.goals import Found, Goal

ROOT = Path(__file__).resolve().parents[2]
PYTHON = Path(".venv/bin/python")
MATCHES = ("-m", "tools.release.running_matches")


def check_out(tag: str, folder: Path) -> None:
    """Clone the release with this tag into a folder, and set it up.

    Raises:
        Impossible: there is no such tag, or it cannot be set up.
    """
    quiet = ("-c", "advice.detachedHead=false")
    _run(["git", *quiet, "clone", "--quiet", "--branch", tag, ROOT, folder], ROOT, {})
    _run(["make", "setup"], folder, {})


def upgrade(before: Path, after: Path, var: Path, screen: Screen) -> Found:
    """Let one checkout prepare a database and deal, and the other upgrade it; return the findings.

    Raises:
        Impossible: a command of either failed.
    """
    env = {"NIGHTCAP_VAR": str(var)}
    screen.say(f"The release before makes a database and deals matches: {before}")
    _run([PYTHON, "manage.py", "prepare"], before, env)
    laid: dict[str, int] = json.loads(_run([PYTHON, *MATCHES, "lay"], before, env))
    screen.say(f"This release takes over {len(laid)} matches: {after}")
    for name in ("prepare", "check_upgrade", "verify_matches"):
        _run([PYTHON, "manage.py", name], after, env)
    played: dict[str, int] = json.loads(_run([PYTHON, *MATCHES, "play"], after, env))
    return Found(
        {"laid": laid, "played": played},
        [
            Goal("matches dealt", len(laid), 1, "", more=True),
            Goal("matches that still run", len(played), len(laid), "", more=True),
            Goal(
                "matches that take a move",
                sum(map(bool, played.values())),
                len(laid),
                "",
                more=True,
            ),
        ],
    )


def _from_tag(tag: str, screen: Screen) -> Found:
    with tempfile.TemporaryDirectory(prefix="nightcap-upgrade-") as made:
        # For root, PostgreSQL runs as `nobody`, which needs access to its data.
        Path(made).chmod(0o755)
        before = Path(made, "before")
        screen.say(f"Cloning {tag} and setting it up")
        check_out(tag, before)
        return upgrade(before, ROOT, Path(made, "var"), screen)


def _run(argv: list[str | Path], folder: Path, env: dict[str, str]) -> str:
    bare = {name: value for name, value in os.environ.items() if not name.startswith("NIGHTCAP_")}
    bare |= {"PYTHONPATH": f"{folder}/platform:{folder}", **env}
    done = subprocess.run(
        argv, cwd=folder, env=bare, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise Impossible(f"{' '.join(map(str, argv))} failed in {folder}:\n{done.stdout}")
    return done.stdout


def main() -> int:
    """Read the tags; return the exit status."""
    parser = command.parser("upgrade", __doc__)
    parser.add_argument("tags", nargs="*", help="earlier releases; none for the first one")
    wanted = parser.parse_args()
    if not wanted.tags:
        print("There is no release before this one: nothing to upgrade from.")
        return 0

    def work(wanted: argparse.Namespace, screen: Screen) -> Found:
        found = {tag: _from_tag(tag, screen) for tag in wanted.tags}
        return Found(
            {tag: one.data for tag, one in found.items()},
            [
                replace(goal, what=f"{tag}: {goal.what}")
                for tag, one in found.items()
                for goal in one.goals
            ],
        )

    return command.run(wanted, work)


if __name__ == "__main__":
    sys.exit(main())
