"""No two modules of the platform import each other, even indirectly."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.architecture.test_walls import PLATFORM, imports, modules


def dotted(path: Path) -> str:
    """Return the name by which a module is imported; a package has its own."""
    return ".".join(path.relative_to(PLATFORM).with_suffix("").parts).removesuffix(".__init__")


def arrows() -> dict[str, set[str]]:
    """Return each module of the platform with all modules that it imports, including local imports
    and imports for types.
    """
    paths = {dotted(path): path for path in modules(PLATFORM)}

    def imported(name: str) -> str:
        """Return the module of a full name: the name itself, or the module that defines it."""
        return name if name in paths else name.rpartition(".")[0]

    return {
        name: {imported(other) for other in imports(path)} & paths.keys() - {name}
        for name, path in paths.items()
    }


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return a cycle from a module back to itself; empty if there is none."""
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
    """Modules in a cycle work only with one order of imports, and none can be read alone."""
    graph = arrows()
    assert len(graph) > 500, "Found hardly any modules: correct the folder that this test reads."
    assert circle(graph) == [], "These modules import each other: move the shared code below them."
