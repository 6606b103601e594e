"""The names of tests: a name states the behaviour briefly, and the docstring adds the details."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.test_walls import TESTS, forbid, modules, tree

LONGEST = 60
"""Longest name of a test in characters, `test_` included, so that it fits into a line with its
file.
"""


def test_no_test_has_a_long_name() -> None:
    """A longer name does not fit into the report of a failure."""

    def long(path: Path) -> Iterator[str]:
        nodes = ast.walk(tree(path))
        functions = (
            one for one in nodes if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        )
        for one in functions:
            if one.name.startswith("test_") and len(one.name) > LONGEST:
                yield f"{one.lineno}: {one.name}"

    advice = f"Shorten these names to {LONGEST} characters, and put details into the docstring."
    forbid(long, modules(TESTS), advice)
