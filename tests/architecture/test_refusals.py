"""Each refusal has a status and a sentence, registered by an app that its callers may import."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.refusals import refused, register_refusals
from tests.architecture.test_walls import PLATFORM, forbid, layer, modules, tree


def codes_of(module: Path, function: str) -> Iterator[str]:
    """Yield the codes that a module passes to `refused`, or registers."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == function and node.args:
            given = node.args[0]
            yield from (
                one.value
                for one in (given.keys if isinstance(given, ast.Dict) else [given])
                if isinstance(one, ast.Constant) and isinstance(one.value, str)
            )


OWNERS = {
    code: module.parent.name
    for module in PLATFORM.glob("*/refusals.py")
    for code in codes_of(module, "register_refusals")
}
"""The app that registers each code."""


def test_nobody_refuses_by_a_code_that_no_app_below_knows() -> None:
    def unknown(path: Path) -> Iterator[str]:
        app = path.relative_to(PLATFORM).parts[0]
        for code in codes_of(path, "refused"):
            owner = OWNERS.get(code)
            if owner is None or (owner != app and layer(owner) >= layer(app)):
                yield f"{code}, registered by {owner}"

    advice = "Register the code in the app's `refusals.py`, or use one of an app below."
    forbid(unknown, modules(PLATFORM), advice)


def test_every_code_that_is_registered_is_used() -> None:
    used = {
        node.value
        for path in modules(PLATFORM)
        if path.name != "refusals.py"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert {code for code in OWNERS if code.removesuffix("_until") not in used} == set(), (
        "No module uses these codes: remove them from the app's `refusals.py`."
    )


def test_every_code_can_be_raised_and_none_is_registered_twice() -> None:
    assert len(OWNERS) > 100
    for code in OWNERS:
        assert refused(code).refusal.sentence
        with pytest.raises(ValueError, match=code):
            register_refusals({code: (409, "")})
