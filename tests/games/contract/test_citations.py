"""Each clause of each game's rules has a test that cites it, and every citation exists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.kernel import registry
from tests.games.contract import citations
from tests.games.contract.citations import ROOT, cited


def texts(slug: str) -> Iterator[Path]:
    """Yield all texts that may cite a game's rules: code, tests and templates."""
    for folder in ("games", "tests/games", "templates/games"):
        for path in sorted((ROOT / folder / slug).rglob("*")):
            if path.suffix in {".py", ".html", ".md"} and path.name != "RULES.md":
                yield path


@pytest.mark.parametrize("slug", registry.games())
def test_each_clause_has_a_test(slug: str) -> None:
    """A docstring cites `RULES.md 3.4`, a ruling in that clause, or a scenario that shows it."""
    clauses = citations.clauses(slug)
    assert clauses, f"games/{slug}/RULES.md has no numbered clause"
    proved = citations.proved(slug)
    without = [number for number in clauses if number not in proved]
    assert not without, f"no test of tests/games/{slug} cites these clauses: {', '.join(without)}"


@pytest.mark.parametrize("slug", registry.games())
def test_what_is_cited_is_there(slug: str) -> None:
    clauses, rulings = citations.clauses(slug).keys(), citations.rulings(slug).keys()
    scenarios = citations.scenarios(slug)
    unknown = []
    for path in texts(slug):
        named = cited(path.read_text(encoding="utf-8"))
        lost = (named.clauses - clauses) | (named.rulings - rulings)
        if path.suffix == ".py" and path.name.startswith("test_"):
            lost |= named.scenarios - scenarios.keys()
        unknown += [f"{path.relative_to(ROOT)}: {name}" for name in sorted(lost)]
    assert not unknown, "\n".join(unknown)


@pytest.mark.parametrize("slug", registry.games())
def test_each_ruling_stands_in_a_clause(slug: str) -> None:
    assert [name for name, clauses in citations.rulings(slug).items() if not clauses] == []


@pytest.mark.parametrize("slug", registry.games())
def test_each_scenario_has_a_test_and_names_clauses(slug: str) -> None:
    named = cited("\n\n".join(citations.docstrings(slug))).scenarios
    assert [name for name in citations.scenarios(slug) if name not in named] == []
    path = ROOT / "tests" / "games" / slug / "SCENARIOS.md"
    if path.exists():
        begun = path.read_text(encoding="utf-8").count("\n**")
        assert begun == len(citations.scenarios(slug)), "**Q01 Title** (3.2, 4.1). What happens."
        numbers = {number for shown in citations.scenarios(slug).values() for number in shown}
        assert numbers <= citations.clauses(slug).keys()


def test_how_it_is_read() -> None:
    text = 'See Q07, and SQ-R12. """RULES.md 3.4, 3.8; 9.9: so it is, not in B12x but in D03."""'
    found = cited(text)
    assert found.clauses == {"3.4", "3.8"}
    assert found.rulings == {"SQ-R12"}
    assert found.scenarios == {"Q07", "D03"}
    assert cited("RULES.md 2.1 to 2.3, and 5 alone").clauses == {"2.1", "2.3"}
