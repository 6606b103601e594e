"""Undocumented parts of Jinja2 that the renderer of boards uses: each name, and its effect.

A new version of Jinja2 may remove such a name or stop calling it, without an error: boards would be
drawn more slowly, or with values that they must not see.
"""

from __future__ import annotations

import ast
import inspect
from collections import ChainMap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
import pytest
from django.conf import settings
from jinja2 import DictLoader, Environment, FileSystemLoader, Template, Undefined
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

from core.rendering import environment as boards

PRIVATE = {
    "_get_default_module": "`core.rendering.environment` overrides it: what a template lends by `import` is kept",
    "_undefined_message": "`tests.misspelt` fails with Jinja2's own words for what is not there",
}
"""The private names of Jinja2 that our code uses, with the reason."""
CLASSES = (Environment, Template, Context, Undefined, TemplateModule, FileSystemLoader)
OURS = [settings.PLATFORM, settings.ROOT / "tests" / "misspelt.py"]
TEMPLATES = {
    "lender": "{% macro greet() %}{{ word }}{% endmacro %}",
    "page": "{% from 'lender' import greet %}{{ greet() }}",
}


def used(path: Path) -> Iterator[str]:
    """Return the private names of Jinja2 in a module: imported, overridden or read."""
    of_classes = {name for kind in CLASSES for name in vars(kind)}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("jinja2"):
            names = [*(node.module or "").split("."), *(one.name for one in node.names)]
        elif isinstance(node, ast.FunctionDef) and node.name in of_classes:
            names = [node.name]
        elif isinstance(node, ast.Attribute) and node.attr in of_classes:
            names = [node.attr]
        yield from filter(is_private, names)


def is_private(name: str) -> bool:
    """Return whether a name is private by Python's convention."""
    return name.startswith("_") and not name.endswith("__")


def test_each_private_name_of_jinja_that_we_use_is_said_here() -> None:
    files = [path for one in OURS for path in (one.rglob("*.py") if one.is_dir() else [one])]
    found = {name for path in files if "jinja2" in path.read_text("utf-8") for name in used(path)}
    assert found == PRIVATE.keys()


def made(monkeypatch: pytest.MonkeyPatch, environment: Environment, **more: Any) -> int:
    """Return how often the module of `lender` is created while a page that imports it is rendered
    twice.
    """
    environment.loader = DictLoader(TEMPLATES)
    count = 0
    make = Template.make_module

    def counted(self: Template, *args: Any, **kwargs: Any) -> TemplateModule:
        nonlocal count
        count += 1
        return make(self, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Template, "make_module", counted)
        page = environment.get_template("page", globals=more)
        for _ in range(2):
            page.render()
    return count


def test_what_a_template_lends_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jinja2 creates it at each import if the importing template has its own globals."""
    ours = boards.environment(loader=FileSystemLoader([]))
    assert made(monkeypatch, ours, word="hello") == 1
    assert made(monkeypatch, Environment(), word="hello") == 2, "then ours need not override it"


def test_an_import_goes_by_the_method_that_we_override() -> None:
    """Jinja2 passes the context, which our method ignores: comparing its globals takes long."""
    compiled = Environment().compile(TEMPLATES["page"], raw=True)
    assert "._get_default_module(context)" in compiled
    (ctx,) = [*inspect.signature(Template._get_default_module).parameters.values()][1:]
    assert (ctx.name, ctx.default) == ("ctx", None)
    assert boards.environment(loader=FileSystemLoader([])).template_class is not Template


def test_a_template_has_its_globals_in_one_mapping() -> None:
    """`make_globals` is neither private nor documented; Jinja2's own chains two mappings."""
    ours = boards.environment(loader=FileSystemLoader([]))
    ours.loader = DictLoader(TEMPLATES)
    assert type(ours.get_template("page").globals) is dict
    assert type(Environment(loader=DictLoader(TEMPLATES)).get_template("page").globals) is ChainMap


def test_what_is_not_there_says_so_in_words() -> None:
    message = jinja2.StrictUndefined(name="nmae")._undefined_message
    assert message == "'nmae' is undefined"
