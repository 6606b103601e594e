"""Every module that a comment or docstring names exists, and defines the name that follows it."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.architecture import docs
from tests.architecture.test_walls import GAMES, PLATFORM, ROOT, TESTS, TOOLS, forbid, modules

OF_NO_CHECKOUT = {"bin/node", "text/html", "var/bench", "var/screenshots", "var/tests"}
"""Paths that a program creates, and a content type."""

_DOTTED = re.compile(r"`([a-z_]+(?:\.\w+)+)(?:\([^`]*\))?`")
_RAISES = re.compile(r"^ +Raises:\n((?: +\S[^\n]*\n)+?)(?= *$|\s*\"\"\")", re.MULTILINE)
_ERROR = re.compile(r"^ {8,12}([A-Z]\w+):", re.MULTILINE)
_PATH = re.compile(r"`((?:[\w-]+/)+[\w.-]+|[\w-]+\.(?:py|html|js|css))`")


def test_each_place_that_a_docstring_names_is_there() -> None:
    assert wrong_in("as `services.rename_user` and `core/clock.py` do, by `clock.now_ms()`") == []
    assert wrong_in("`services.rename`, `core/clocks.py`, `core.clock.nowhere`") == [
        "core.clock.nowhere",
        "core/clocks.py",
        "services.rename",
    ]

    def lost(path: Path) -> Iterator[str]:
        yield from wrong_in(path.read_text(encoding="utf-8"))

    own = Path(__file__).resolve()
    advice = "Correct these names: the module moved, or no longer defines what follows."
    paths = [*modules(GAMES), *modules(PLATFORM), *modules(TOOLS), *modules(TESTS)]
    forbid(
        lost,
        [*(path for path in paths if path != own), *(ROOT / "templates").rglob("*.html")],
        advice,
    )


def test_each_error_that_a_docstring_names_is_one() -> None:
    known = {name for name, value in vars(builtins).items() if isinstance(value, type)}
    paths = [*modules(GAMES), *modules(PLATFORM), *modules(TOOLS), *modules(TESTS)]
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.lstrip().startswith(("class ", "from ", "import ")) or line.endswith(","):
                known.update(re.findall(r"\w+", line))

    def no_errors(path: Path) -> Iterator[str]:
        for block in _RAISES.findall(path.read_text(encoding="utf-8")):
            yield from set(_ERROR.findall(block)) - known

    forbid(no_errors, paths, "Correct these names: no error is called so.")


def wrong_in(text: str) -> list[str]:
    """Return the places in backticks that do not exist."""
    paths = {path for path in _PATH.findall(text) if not docs.is_there(path)} - OF_NO_CHECKOUT
    return sorted(paths | {name for name in _DOTTED.findall(text) if _leads_nowhere(name)})


def _leads_nowhere(name: str) -> bool:
    """Return whether a name begins with a package, but neither the package nor a module of that
    name has the rest.
    """
    first, second, *rest = name.split(".")
    packages = _called(f"{first}/__init__.py")
    if not packages or any(_has(module, second) for module in (*packages, *_called(f"{first}.py"))):
        return False
    within = [package.parent / second for package in packages]
    if any(folder.is_dir() for folder in within):
        return False
    found = [path for folder in within if (path := folder.with_suffix(".py")).is_file()]
    return not found or (bool(rest) and not any(_has(path, rest[0]) for path in found))


def _has(module: Path, name: str) -> bool:
    """Return whether a module defines or imports this name, even within a class."""
    made = rf"^\s*(?:async def|def|class) {name}\b|^\s*{name}\b[^=\n]*=|^\s*{name}:|\bimport\b.*\b{name}\b|^\s+{name},$"
    return bool(re.search(made, module.read_text(encoding="utf-8"), re.MULTILINE))


@cache
def _called(end: str) -> tuple[Path, ...]:
    """Return the modules of `games/` and `platform/` with this end of their path."""
    return (*GAMES.rglob(end), *PLATFORM.rglob(end))
