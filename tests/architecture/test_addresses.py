"""No app writes the address of an app above it; it uses the page's name or a setting, which follows
every move.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.urls import Resolver404, resolve

from tests.architecture.test_walls import PLATFORM, forbid, layer, modules, our_names, tree

ADDRESS = re.compile(r"(?<![\w/.])/(?:[\w{}.-]+/?)+")
FILLED = ("00000000-0000-4000-8000-000000000000", "1", "word")
"""Values for the parameters of an address."""
SET_HERE = {"routing.py", "urls.py"}
"""Modules in which an app defines its own addresses."""


def addresses(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module that look like addresses, with their lines; docstrings are left
    out.
    """
    documents = {
        id(node.value)
        for node in ast.walk(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(module):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documents
        ):
            yield from ((node.lineno, found) for found in ADDRESS.findall(node.value))


def owner_of(address: str) -> str | None:
    """Return the app of the page at this address; None if the page is not ours."""
    for filling in FILLED:
        path = re.sub(r"{\w*}", filling, address)
        for tried in (path, f"{path.rstrip('/')}/"):
            with suppress(Resolver404):
                app = resolve(tried).func.__module__.partition(".")[0]
                return app if app in our_names() else None
    return None


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        ('path.startswith("/api/v1/")', "api"),
        ("format_html('formaction=\"/matches/{}/answer?seen={}\"', match, seen)", "pages"),
    ],
)
def test_an_address_is_found(line: str, owner: str) -> None:
    assert [owner_of(found) for _, found in addresses(ast.parse(line))] == [owner]


def test_no_app_writes_an_address_of_one_above() -> None:
    def foreign(path: Path) -> Iterator[str]:
        app = path.relative_to(PLATFORM).parts[0]
        if path.name in SET_HERE:
            return
        for line, address in addresses(tree(path)):
            owner = owner_of(address)
            if owner is not None and layer(owner) > layer(app):
                yield f"{line}: {address} of {owner}"

    advice = "Use `reverse` with the name of the page, or a setting."
    forbid(foreign, modules(PLATFORM), advice)
