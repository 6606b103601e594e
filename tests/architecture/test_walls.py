"""The walls between the packages: the allowed imports, checked against every import in the code."""

from __future__ import annotations

import ast
import importlib.metadata
import importlib.util
import platform
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps as django_apps

from tests.architecture import rooms

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"
PLATFORM = ROOT / "platform"
TOOLS = ROOT / "tools"
TESTS = ROOT / "tests"

PURE = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "hmac",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
}
"""The modules of the standard library that games may import: none that reads the time or files, or
draws random numbers.
"""

MAY_TOO = {
    "games/kernel/registry.py": {
        "games",
        "importlib",
        "pkgutil",
    },  # finds the games by their folders
}

LAYERS: list[set[str]] = [
    {"games", "realtime"},
    {"core"},
    {"accounts"},
    {"matches"},
    {
        "bots",
        "friends",
        "ratings",
        "leagues",
        "lessons",
        "moderation",
        "notifications",
        "texts",
    },
    {"court", "daily", "lobby"},
    {"api", "clubs", "pages"},
    {"operations"},
    {"config"},
]
"""From the bottom up; the apps in one set never import each other."""

ENGINE = PLATFORM / "matches" / "engine"
"""The only room that finds the games."""
MAY_USE_TESTS = {"platform/config/settings_test.py"}
MAY_USE_TOOLS = {
    "tests/deploy/test_rolling.py": "what `make roll` does, done to the one fleet that is there",
}
"""Tests of other things, with the reason why they measure."""


ROOMS = {
    "accounts": rooms.ACCOUNTS,
    "config": rooms.CONFIG,
    "leagues": rooms.LEAGUES,
    "matches": rooms.MATCHES,
    "operations": rooms.OPERATIONS,
}
"""The apps with a list of rooms."""


def modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "migrations" not in path.parts)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def forbid(found: Callable[[Path], Iterable[str]], paths: list[Path], advice: str = "") -> None:
    """Fail if the function finds anything in these files.

    The failure lists every place by file, and then tells the developer what to do.
    """
    assert len(paths) > 100, "Found hardly any files: correct the folders that this test reads."
    offenders = [f"{name_of(path)}: {one}" for path in paths for one in sorted(found(path))]
    assert not offenders, "\n".join([*offenders, advice])


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """Return the full names of a module's imports, including those inside functions."""

    def walk() -> Iterator[str]:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{name_of(path)}: write an absolute import."
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    return frozenset(walk())


def layer(app: str) -> int:
    return next(number for number, apps in enumerate(LAYERS) if app in apps)


def test_a_wall_names_all_who_broke_it() -> None:
    paths = modules(GAMES)
    with pytest.raises(AssertionError) as failed:
        forbid(lambda path: ["time", "os"] if path in paths[-2:] else [], paths)
    expected = [f"{name_of(path)}: {name}" for path in paths[-2:] for name in ("os", "time")]
    assert [line.strip() for line in str(failed.value).splitlines()[:4]] == expected


def test_games_are_pure() -> None:
    def impure(path: Path) -> Iterator[str]:
        owner = path.relative_to(GAMES).parts[0]
        allowed = PURE | MAY_TOO.get(name_of(path), set())
        for name in imports(path):
            top, _, rest = name.partition(".")
            if top == "games" and name not in allowed:
                if rest.split(".")[0] not in {"kernel", owner}:
                    yield name
            elif top not in allowed | {"msgspec"}:
                yield name

    forbid(impure, modules(GAMES), "A game imports only the kernel, itself and `PURE`.")


def test_games_touch_nothing_outside() -> None:
    """Without an import, these are the remaining ways: files, the terminal and global state."""

    def reaching_out(path: Path) -> Iterator[str]:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in {"open", "print", "input", "exec", "eval", "__import__"}:
                    yield f"{node.lineno}: {node.func.id}"
            elif isinstance(node, ast.Global):
                yield f"{node.lineno}: global"

    forbid(reaching_out, modules(GAMES), "A game is pure: pass it the values that it needs.")


def test_layers_are_in_order() -> None:
    def upwards(path: Path) -> Iterator[str]:
        app = path.relative_to(PLATFORM).parts[0]
        for name in imports(path):
            other = name.split(".")[0]
            known = any(other in apps for apps in LAYERS)
            if other != app and known and layer(other) >= layer(app):
                yield name

    advice = (
        "An app imports only apps below it in `LAYERS`: move the code, or send a signal of `core`."
    )
    forbid(upwards, modules(PLATFORM), advice)


def test_layers_are_as_they_are_drawn() -> None:
    """The drawing in `docs/architecture.md` has a box for each layer and an arrow to the next one below."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawings = re.findall(r"^```mermaid\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (drawing,) = [one for one in drawings if "layer9" in one]
    boxes = re.findall(r'^ *(layer\d+)\["layer (\d+): ([a-z, ]+)"\]$', drawing, re.MULTILINE)
    (arrows,) = [line for line in drawing.splitlines() if "-->" in line]
    assert re.findall(r"layer\d+", arrows) == [box for box, _, _ in boxes]
    drawn = {int(number): set(apps.split(", ")) for _, number, apps in boxes}
    assert drawn == dict(enumerate(LAYERS, 1))
    assert list(drawn) == sorted(drawn, reverse=True)


def test_what_is_served_knows_no_tools_and_no_tests() -> None:
    """The image of a release contains neither."""

    def at_work(path: Path) -> Iterator[str]:
        for name in imports(path):
            top = name.partition(".")[0]
            if top == "tools" or (top == "tests" and name_of(path) not in MAY_USE_TESTS):
                yield name

    advice = "Move the imported code into `platform/`: a release has neither tools nor tests."
    forbid(at_work, modules(GAMES) + modules(PLATFORM), advice)


def test_tools_stand_on_the_tests_and_below_their_own() -> None:
    """A tool may use the servers and the people of tests, but no test. Only its own tests use a
    tool.
    """

    def crossing(path: Path) -> Iterator[str]:
        is_tool = path.is_relative_to(TOOLS)
        may_use_tools = path.is_relative_to(TESTS / "tools") or name_of(path) in MAY_USE_TOOLS
        for name in imports(path):
            top, *rest = name.split(".")
            is_test = top == "tests" and any(
                part in ("conftest", "tools") or part.startswith("test_") for part in rest
            )
            if (is_tool and is_test) or (top == "tools" and not is_tool and not may_use_tools):
                yield name

    advice = "Move the shared code into a helper module of the tests."
    forbid(crossing, modules(TOOLS) + modules(TESTS), advice)


def test_no_app_writes_the_name_of_another_apps_table() -> None:
    """An app shares its tables and columns, if at all, by a name that others import."""
    tables = {model._meta.db_table for model in django_apps.get_models()}

    def foreign(path: Path) -> Iterator[str]:
        app = path.relative_to(PLATFORM).parts[0]
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = set(re.findall(r"(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)", node.value))
                yield from (
                    f"{node.lineno}: {name}"
                    for name in words & tables
                    if not name.startswith(f"{app}_")
                )

    advice = "Import a name for this table from its app, as in `accounts.sql_columns`."
    forbid(foreign, modules(PLATFORM), advice)


def test_every_app_has_its_layer() -> None:
    for app in our_names():
        assert any(app in apps for apps in LAYERS), f"Add {app} to a layer in `LAYERS`."


def test_only_one_room_finds_games() -> None:
    """Other rooms may import types of the kernel, but no room may import a game."""
    slugs = game_slugs()

    def calling(path: Path) -> Iterator[str]:
        for name in imports(path):
            is_game = name.startswith("games.") and name.split(".")[1] in slugs
            finds = name.startswith("games.kernel.registry") and ENGINE not in path.parents
            if is_game or finds:
                yield name

    advice = "Call the game by a function in `platform/matches/engine`."
    forbid(calling, modules(PLATFORM), advice)


def room_of(app: str, parts: tuple[str, ...]) -> str:
    """Return the room of a module in an app, by its path or its name below the app."""
    within = "/".join(parts[:2])
    is_service = parts[0] == "services" and (PLATFORM / app / within).is_dir()
    return within if is_service else parts[0].removesuffix(".py")


@pytest.mark.parametrize("app", ROOMS)
def test_rooms_are_as_they_are_drawn(app: str) -> None:
    """`rooms.py` lists exactly the imports between rooms. If this fails, add a new import that you
    want there, or remove one that is gone.
    """
    found: dict[str, set[str]] = {room: set() for room in ROOMS[app]}
    for path in modules(PLATFORM / app):
        room = room_of(app, path.relative_to(PLATFORM / app).parts)
        if room == "__init__":
            continue
        names = (name.split(".") for name in imports(path))
        others = {room_of(app, tuple(parts[1:])) for parts in names if parts[0] == app}
        found.setdefault(room, set()).update(others - {room})
    assert found == {room: set(known.split()) for room, known in ROOMS[app].items()}, (
        f"List the imports of {app} in tests/architecture/rooms.py as they are, if they are intended."
    )


@pytest.mark.parametrize("app", ROOMS)
def test_rooms_know_only_those_below(app: str) -> None:
    """So a service imports no page, and the code that computes a table from results imports no
    service.
    """
    order = list(ROOMS[app])
    for room, known in ROOMS[app].items():
        assert set(known.split()) <= set(order[: order.index(room)]), (
            f"{room} may import only rooms that rooms.py lists before it."
        )


def test_no_game_is_named_in_the_platform() -> None:
    slugs = game_slugs()

    def naming(path: Path) -> Iterator[str]:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and node.value in slugs:
                yield f"{node.lineno}: {node.value}"

    forbid(naming, modules(PLATFORM), "Move what is special to this game into its folder.")


def test_no_game_is_named_in_the_kernel() -> None:
    for path in modules(GAMES / "kernel"):
        text = path.read_text(encoding="utf-8")
        assert not [slug for slug in game_slugs() if slug in text], name_of(path)


def test_platform_is_a_source_root_and_hides_nothing() -> None:
    assert not (PLATFORM / "__init__.py").exists()
    assert platform.python_version() == sys.version.split()[0].rstrip("+")
    assert PLATFORM not in Path(platform.__file__).parents


def test_our_names_are_ours() -> None:
    """A distribution with a name of ours would hide our package, or be hidden by it."""
    foreign = importlib.metadata.packages_distributions()
    for name in our_names() | {"games", "tests", "tools"}:
        assert name not in foreign, f"{name} is also a package of {foreign.get(name)}: rename ours."
        assert name not in sys.stdlib_module_names
        found = importlib.util.find_spec(name)
        assert found is not None
        assert found.origin is not None
        assert ROOT in Path(found.origin).parents
        assert ".venv" not in found.origin


def test_every_test_folder_is_a_package() -> None:
    """Otherwise pytest takes two test modules with the same name for one."""
    for path in TESTS.rglob("test_*.py"):
        assert (path.parent / "__init__.py").exists(), (
            f"Add an empty __init__.py to {name_of(path.parent)}."
        )


def our_names() -> set[str]:
    return {path.parent.name for path in PLATFORM.glob("*/__init__.py")}


def game_slugs() -> set[str]:
    return {path.parent.name for path in GAMES.glob("*/__init__.py")} - {"kernel"}
