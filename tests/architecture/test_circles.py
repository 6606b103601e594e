"""No two modules of the platform need each other, not even by way of others."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.architecture.test_walls import PLATFORM, imports, modules


def dotted(path: Path) -> str:
    """The name by which a module is imported; a package by its own."""
    return ".".join(path.relative_to(PLATFORM).with_suffix("").parts).removesuffix(".__init__")


def arrows() -> dict[str, set[str]]:
    """Each module of the platform, and those it imports, wherever in it: in a function, or for a type alone."""
    paths = {dotted(path): path for path in modules(PLATFORM)}

    def imported(name: str) -> str:
        """The module that is meant by a full name: itself, or the one that has it."""
        return name if name in paths else name.rpartition(".")[0]

    return {
        name: {imported(other) for other in imports(path)} & paths.keys() - {name}
        for name, path in paths.items()
    }


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """A circle in it, from a module back to the same one; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_a_circle_is_found() -> None:
    assert sorted(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})[1:]) == ["a", "b", "c"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_module_needs_itself() -> None:
    """A circle works only while its imports run in one order, and none of its modules is read alone."""
    graph = arrows()
    assert len(graph) > 500, "hardly any modules: what is to be searched lies elsewhere"
    assert circle(graph) == []
