"""The whole platform reads one clock, `core.clock`, which tests and simulations can move."""

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
"""Names that read the time of day, by their owner. `time.monotonic` only measures."""

MAY = {
    "platform/config/celery.py": "only the existence of the value counts, not its time",
    "platform/core/clock.py": "it is the clock itself",
    "platform/core/i18n.py": "it writes the date of a catalog for a developer",
    "platform/operations/backups/write.py": "a database that is down cannot date a backup",
    "platform/operations/management/commands/backup.py": "files have the machine's times",
}
"""Modules that read another clock, with the reason."""


def clocks_read(module: ast.Module) -> Iterator[str]:
    """Yield each place in a module that names another clock."""
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
    """A test that moves the clock does not move another one. If this fails, use `core.clock`."""

    def found(path: Path) -> Iterator[str]:
        if name_of(path) not in MAY:
            yield from clocks_read(tree(path))

    advice = "Use `core.clock`, or give the reason for another clock in `MAY`."
    forbid(found, modules(PLATFORM), advice)


def test_who_may_read_another_does() -> None:
    """Every module with a reason still reads another clock."""
    assert [name for name in MAY if not list(clocks_read(tree(ROOT / name)))] == [], (
        "These modules read no other clock: remove them from `MAY`."
    )
