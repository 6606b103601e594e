"""Golden rounds of a blind player: played by keys, with the words of a screen reader.

A file `tests/games/<slug>/spoken/<name>.txt` begins with the table: game, people, options, seed. A
line with `>` is a step of the first person: a key, or a control to find by its role and name. A
line with `@` names another player who acts as the easy bot would. The indented lines below a step
are the words that are spoken after it.

`python -m tests.browser.spoken` writes all files again; `test_spoken.py` repeats and compares them.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from games.kernel import registry

GAMES: Final = Path(__file__).parents[2] / "games"
DOES, OTHERS = "> ", "@ "
WHOLE: Final = "all"
FACTS: Final = 6
"""Lines at the beginning of a file that describe the table."""
DEEP: Final = " " * 4
WIDTH: Final = 100
PASSING: Final = (
    (re.compile(r"https?://\S+/"), "(address)"),
    (re.compile(r"\b\w{3} \d\d:\d\d UTC\b"), "(time)"),
    (re.compile(r"\bTime to look: \d+ seconds?"), "Time to look: (seconds)"),
)
"""Texts that differ in each run, and their replacements."""


@dataclass(frozen=True)
class Setup:
    """A table and its players; the first of them plays by ear.

    `turns`: the number of turns to play; 0: the whole round.
    """

    about: str
    game: str
    people: tuple[str, ...]
    seed: str
    options: dict[str, Any] = field(default_factory=dict)
    turns: int = 0

    def __str__(self) -> str:
        return (
            f"# {self.about}\n"
            f"game: {self.game}\n"
            f"people: {' '.join(self.people)}\n"
            f"options: {json.dumps(self.options, sort_keys=True)}\n"
            f"seed: {self.seed}\n"
            f"turns: {self.turns or WHOLE}\n"
        )

    @classmethod
    def read(cls, lines: Sequence[str]) -> Setup:
        """Return the setup in the first lines of a file."""
        about, *facts = lines
        told = dict(line.split(": ", 1) for line in facts)
        return cls(
            about=about.removeprefix("# "),
            game=told["game"],
            people=tuple(told["people"].split()),
            seed=told["seed"],
            options=json.loads(told["options"]),
            turns=0 if told["turns"] == WHOLE else int(told["turns"]),
        )


def files(slug: str) -> list[Path]:
    """Return the files of a game."""
    return sorted((GAMES / slug / "spoken").glob("*.txt"))


def every_file() -> list[Path]:
    """Return the files of all games."""
    return [path for slug in registry.games() for path in files(slug)]


def read(path: Path) -> tuple[Setup, list[str]]:
    """Return the table of a file, and its steps."""
    lines = path.read_text(encoding="utf-8").splitlines()
    steps = [line for line in lines[FACTS:] if line.startswith((DOES, OTHERS))]
    return Setup.read(lines[:FACTS]), steps


def told(step: str, heard: Iterable[str]) -> str:
    """Return a step and its spoken words, in the format of a file."""
    return "\n".join(["", step, *(line for words in heard for line in _wrapped(words))]) + "\n"


def _wrapped(words: str) -> Iterator[str]:
    for pattern, instead in PASSING:
        words = pattern.sub(instead, words)
    indent = DEEP + " " * (len(words) - len(words.lstrip()))
    yield from textwrap.wrap(
        words.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + "  "
    )
