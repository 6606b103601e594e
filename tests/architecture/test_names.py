"""What tests are called: a name says what holds, and the docstring says the rest."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.test_walls import TESTS, forbid, modules, tree

LONGEST = 60
"""Signs of a test's name, `test_` included: so it fits into a line with its file."""


def test_no_test_has_a_long_name() -> None:
    """Several hundred names told a whole paragraph, and no report of a failure had room for them."""

    def long(path: Path) -> Iterator[str]:
        nodes = ast.walk(tree(path))
        functions = (
            one for one in nodes if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        )
        for one in functions:
            if one.name.startswith("test_") and len(one.name) > LONGEST:
                yield f"{one.lineno}: {one.name}"

    forbid(long, modules(TESTS))
