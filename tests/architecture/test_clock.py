"""All of the platform reads one clock, which tests and simulations move: `core.clock`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.test_walls import PLATFORM, ROOT, forbid, modules, name_of, tree

CLOCKS = {
    "date": {"today"},
    "datetime": {"now", "today", "utcnow"},
    "time": {"time", "time_ns"},
    "timezone": {"now"},
}
"""What tells the time of day, by what it is a name of. `time.monotonic` measures, and tells no time."""

MAY = {
    "platform/config/celery.py": "that the sign is there is asked, never what it says",
    "platform/core/clock.py": "the clock itself",
    "platform/core/i18n.py": "the date of a catalog, which a developer writes",
    "platform/operations/backups/write.py": "a database that is down dates no backup",
    "platform/operations/management/commands/backup.py": "files have the times of the machine",
}
"""Modules that read another clock, and why."""


def clocks_read(module: ast.Module) -> Iterator[str]:
    """Each place in a module where another clock is named."""
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute):
            owner = node.value.attr if isinstance(node.value, ast.Attribute) else node.value
            name = owner.id if isinstance(owner, ast.Name) else owner
            if isinstance(name, str) and node.attr in CLOCKS.get(name, ()):
                yield f"{node.lineno}: {name}.{node.attr}"
        elif isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            if node.module in {"time", "django.utils.timezone"}:
                found = names & CLOCKS[node.module.rpartition(".")[2]]
                yield from (f"{node.lineno}: {node.module}.{name}" for name in sorted(found))


@pytest.mark.parametrize(
    "line",
    [
        "timezone.now()",
        "x = Field(default=timezone.now)",
        "datetime.datetime.now(UTC)",
        "time.time()",
        "from time import time",
        "from django.utils.timezone import now",
    ],
)
def test_a_clock_is_found(line: str) -> None:
    assert list(clocks_read(ast.parse(line)))


def test_there_is_one_clock() -> None:
    """Where a module read another, a test that moves the clock would not move it there."""

    def found(path: Path) -> Iterator[str]:
        if name_of(path) not in MAY:
            yield from clocks_read(tree(path))

    forbid(found, modules(PLATFORM))


def test_who_may_read_another_does() -> None:
    """A reason without its module is none."""
    assert [name for name in MAY if not list(clocks_read(tree(ROOT / name)))] == []
