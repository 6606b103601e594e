"""The page on threats names tests for each threat, and each named test exists."""

from __future__ import annotations

import re

from config.local.installation import ROOT

PAGE = ROOT / "docs" / "threats.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def threats() -> list[str]:
    """Return the lines of all tables, without their headers."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("|")]
    return [line for line in lines if not line.startswith(("| attack |", "|---"))]


def test_every_threat_names_a_test() -> None:
    assert len(threats()) > 20
    for line in threats():
        assert NAMED.search(line.rstrip("|").rpartition("|")[2]), line


def test_every_test_that_is_named_exists() -> None:
    for path, name in NAMED.findall(PAGE.read_text()):
        file = ROOT / path
        assert file.is_file(), path
        assert re.search(rf"^(async )?def {name or 'test_'}", file.read_text(), re.M), (path, name)
