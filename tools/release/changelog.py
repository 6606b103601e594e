"""Parses the releases of CHANGELOG.md: each heading has a version and a date, the newest first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

UNRELEASED = "## Unreleased"
_DASH = "\N{EN DASH}"
_HEADING = re.compile(rf"## (\d+\.\d+\.\d+) {_DASH} (\d{{4}}-\d\d-\d\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Heading:
    """A release of the changelog."""

    version: str
    day: date


def releases(text: str) -> list[Heading]:
    """Return the releases in the order of the file.

    Raises:
        ValueError: a heading of this level is neither "Unreleased" nor a version and a date.
    """
    found = []
    for line in text.splitlines():
        if line.startswith("## ") and line != UNRELEASED:
            heading = _HEADING.fullmatch(line)
            if heading is None:
                raise ValueError(f"{line!r} is no heading of a release")
            found.append(Heading(heading[1], date.fromisoformat(heading[2])))
    return found


def heading_of(version: str, day: date) -> str:
    """Return the heading line of a release."""
    return f"## {version} {_DASH} {day}"


def entries(text: str) -> list[str]:
    """Return all entries: the lines that begin with `* `."""
    return [line for line in text.splitlines() if line.startswith("* ")]


def unreleased(text: str) -> list[str]:
    """Return the entries that are in no release yet."""
    _, _, rest = text.partition(f"{UNRELEASED}\n")
    return entries(rest.partition("\n## ")[0])
