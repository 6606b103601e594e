"""The steps of a release, run in order until one fails.

`var/release/` stores the passed steps by commit, so that `--from STEP` can resume. All steps must
pass for the same commit.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.command import Impossible, Screen
from tools.release.ready import Release


@dataclass(frozen=True, slots=True)
class Step:
    """A command that must exit with 0, and the fact that it proves. `env`: additional environment."""

    name: str
    argv: tuple[str, ...]
    proves: str
    env: Mapping[str, str] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """The command in shell notation."""
        words = [f"{name}={value}" for name, value in self.env.items()]
        return " ".join([*words, *self.argv])


def steps_of(before: Sequence[str]) -> list[Step]:
    """Return the steps of a release; `before`: the tags that it upgrades from."""
    upgrade = (".venv/bin/python", "-m", "tools.release.upgrade", *before)
    return [
        Step(
            "check",
            ("make", "check"),
            "style, types, templates, translations; no dependency with a known weakness",
            {"NIGHTCAP_AUDIT": "required"},
        ),
        Step("test", ("make", "test"), "all tests pass"),
        Step("soak", ("make", "soak"), "the long runs of the tests pass"),
        Step("chaos", ("make", "chaos"), "no match loses anything while each part breaks"),
        Step("leaks", ("make", "leaks"), "no answer reveals what a seat may not know"),
        Step("fuzz", ("make", "fuzz"), "no hostile request causes a fault"),
        Step("roll", ("make", "roll"), "open pages survive a roll-out"),
        Step("upgrade", upgrade, "running matches of earlier releases go on"),
    ]


def run_steps(
    root: Path, release: Release, steps: Sequence[Step], first: str | None, screen: Screen
) -> dict[str, float]:
    """Run the steps from `first` on; return the seconds that each took, earlier runs included.

    Raises:
        Impossible: a step failed, or one before `first` has not passed for this commit.
    """
    record = root / "var" / "release" / f"{release.commit}.json"
    names = [step.name for step in steps]
    begin = names.index(first) if first else 0
    passed = _passed(record)
    if missing := [name for name in names[:begin] if name not in passed]:
        raise Impossible(
            f"{', '.join(missing)}: not passed for this commit ({release.commit[:12]}). A release is"
            f" proved by one commit: begin with --from {missing[0]}."
        )
    took = {name: passed[name] for name in names[:begin]}
    for number, step in enumerate(steps[begin:], begin + 1):
        screen.say(f"\n== {number} of {len(steps)}: {step.name}: {step.line}")
        began = time.monotonic()
        status = _status(root, step)
        seconds = time.monotonic() - began
        if status:
            raise Impossible(
                f"{step.name} failed after {duration(seconds)}, with status {status}: {step.line}\n"
                f"If the commit stays as it is, resume with --from {step.name}."
            )
        took[step.name] = seconds
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_text(json.dumps(took))
        screen.say(f"{step.name} passed in {duration(seconds)}.")
    return took


def duration(seconds: float) -> str:
    """Return a duration in words of minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _passed(record: Path) -> dict[str, float]:
    return dict(json.loads(record.read_text())) if record.exists() else {}


def _status(root: Path, step: Step) -> int:
    """Run the step to its end, even after Ctrl-C, which the terminal also sends to its processes."""
    try:
        process = subprocess.Popen(step.argv, cwd=root, env=os.environ | step.env)
    except OSError as error:
        raise Impossible(f"{step.name} cannot start: {step.argv[0]}: {error.strerror}.") from None
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.terminate()
        process.wait()
        raise
