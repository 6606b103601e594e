"""No page's context hides what the header of every page reads, such as `waiting`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.utils.module_loading import import_string

ROOT = Path(__file__).resolve().parents[2] / "platform"


def known_to_all() -> frozenset[str]:
    """Return the names that every template of a page gets from the context processors."""
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    paths = next(
        engine["OPTIONS"]["context_processors"]
        for engine in settings.TEMPLATES
        if "context_processors" in engine["OPTIONS"]
    )
    return frozenset(name for path in paths for name in import_string(path)(request))


def hidden(source: str, names: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each key of a dict that hides one of these, if it renders pages."""
    tree = ast.parse(source)
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.shortcuts"
        for alias in node.names
    }
    if "render" not in imported:
        return
    for node in ast.walk(tree):
        for key in node.keys if isinstance(node, ast.Dict) else ():
            if isinstance(key, ast.Constant) and key.value in names:
                yield key.lineno, key.value


def test_no_page_hides_what_every_page_knows() -> None:
    names = known_to_all()
    assert {"waiting", "request", "user", "messages"} <= names
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted(ROOT.rglob("*.py"))
        for line, name in hidden(path.read_text(encoding="utf-8"), names)
    ]
    assert not found, "\n".join(found)


def test_a_hidden_name_is_found() -> None:
    view = 'from django.shortcuts import render\nrender(request, "a.html", {"waiting": [], "b": 1})'
    assert [*hidden(view, frozenset({"waiting"}))] == [(2, "waiting")]
    assert not [*hidden(view.replace("django.shortcuts", "mine"), frozenset({"waiting"}))]
