"""The names that a game's rules, scenarios and tests use for each other.

A test's docstring names what it proves: a clause (`RULES.md 3.4, 3.8`), a ruling (`SQ-R4`), which
is in the clauses that name it, or a scenario (`Q07`) of `tests/games/<slug>/SCENARIOS.md`, which
names its clauses.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
CLAUSE = re.compile(r"^(\d+\.\d+) (.*?)(?=^\d+\.\d+ |^## |\Z)", re.MULTILINE | re.DOTALL)
RULING = re.compile(r"\b[A-Z]{2}-R\d+\b")
SCENARIO = re.compile(r"^\*\*([A-Z]\d\d) [^*]+\*\* \((\d+\.\d+(?:, \d+\.\d+)*)\)", re.MULTILINE)
SCENARIO_CITED = re.compile(r"(?<![-\w])[A-Z]\d\d\b")
CITED = re.compile(r"RULES\.md\s+(\d+\.\d+(?:(?:,\s+|\s+to\s+)\d+\.\d+)*)")


@dataclass(frozen=True)
class Cited:
    """The clauses, rulings and scenarios that a text names."""

    clauses: frozenset[str]
    rulings: frozenset[str]
    scenarios: frozenset[str]


def cited(text: str) -> Cited:
    """Return what this text names."""
    clauses = {number for found in CITED.findall(text) for number in re.findall(r"\d+\.\d+", found)}
    return Cited(
        frozenset(clauses),
        frozenset(RULING.findall(text)),
        frozenset(SCENARIO_CITED.findall(text)),
    )


def clauses(slug: str) -> dict[str, str]:
    """Return the clauses of a game's RULES.md, by number."""
    rules = (ROOT / "games" / slug / "RULES.md").read_text(encoding="utf-8")
    return dict(CLAUSE.findall(rules))


def rulings(slug: str) -> dict[str, set[str]]:
    """Return the clauses that contain each ruling; "SI-R1 2.1 · R2 1.2" is a list of them."""
    rules = (ROOT / "games" / slug / "RULES.md").read_text(encoding="utf-8")
    stand: dict[str, set[str]] = {name: set() for name in RULING.findall(rules)}
    for number, text in clauses(slug).items():
        for name in RULING.findall(text):
            stand[name].add(number)
    return stand


def scenarios(slug: str) -> dict[str, list[str]]:
    """Return the clauses that each scenario of a game shows."""
    path = ROOT / "tests" / "games" / slug / "SCENARIOS.md"
    if not path.exists():
        return {}
    found = SCENARIO.findall(path.read_text(encoding="utf-8"))
    assert len(found) == len(dict(found)), f"{slug}: a scenario's number occurs twice"
    return {name: numbers.split(", ") for name, numbers in found}


def docstrings(slug: str) -> Iterator[str]:
    """Yield the docstrings of a game's tests."""
    for path in sorted((ROOT / "tests" / "games" / slug).rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


def proved(slug: str) -> set[str]:
    """Return the clauses that a test cites, directly or by a ruling or a scenario."""
    named = cited("\n\n".join(docstrings(slug)))
    stand, shown = rulings(slug), scenarios(slug)
    by_ruling = {number for name in named.rulings for number in stand.get(name, ())}
    by_scenario = {number for name in named.scenarios for number in shown.get(name, ())}
    return {*named.clauses, *by_ruling, *by_scenario}
