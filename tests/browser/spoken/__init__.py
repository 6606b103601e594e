"""Golden rounds as somebody plays them who does not see the page: by keys, and by what a screen reader says.

A file `tests/games/<slug>/spoken/<name>.txt` begins with the table: game, people, options, seed. Lines
that begin with `>` are what the first of these people does: which keys they press, and what they look
for, by its role and name alone. Lines with `@` are who acts besides, as the easy bot would. What is heard
of each stands below it, further to the right.

`python -m tests.browser.spoken` writes it all anew; `test_spoken.py` does what stands there and compares.
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
"""Lines that say at which table it is."""
DEEP: Final = " " * 4
WIDTH: Final = 100
PASSING: Final = (
    (re.compile(r"https?://\S+/"), "(address)"),
    (re.compile(r"\b\w{3} \d\d:\d\d UTC\b"), "(time)"),
    (re.compile(r"\bStill open: \d+ seconds?"), "Still open: (seconds)"),
)
"""What is another each time, and what stands for it."""


@dataclass(frozen=True)
class Setup:
    """A table, and who plays there; the first of these people does not see it.

    `turns`: after so many of theirs it is enough; 0: when the round is over.
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
        """From the first lines of a file."""
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
    """Those of a game."""
    return sorted((GAMES / slug / "spoken").glob("*.txt"))


def every_file() -> list[Path]:
    """Those of all games."""
    return [path for slug in registry.games() for path in files(slug)]


def read(path: Path) -> tuple[Setup, list[str]]:
    """The table of a file, and what is done there, line by line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    steps = [line for line in lines[FACTS:] if line.startswith((DOES, OTHERS))]
    return Setup.read(lines[:FACTS]), steps


def told(step: str, heard: Iterable[str]) -> str:
    """What was done and what was heard then, as it stands in a file."""
    return "\n".join(["", step, *(line for words in heard for line in _wrapped(words))]) + "\n"


def _wrapped(words: str) -> Iterator[str]:
    for pattern, instead in PASSING:
        words = pattern.sub(instead, words)
    indent = DEEP + " " * (len(words) - len(words.lstrip()))
    yield from textwrap.wrap(
        words.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + "  "
    )
