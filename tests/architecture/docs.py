"""Parses the READMEs, CONTRIBUTING and docs/ for names: links, commands, files, settings."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from config.local.installation import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    ROOT / "tools" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
LINKED = [
    *PAGES,
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "games").rglob("*.md")),
    *sorted((ROOT / "tests").rglob("*.md")),
]
"""Pages whose links and anchors are checked."""
OF_HOSTS = [ROOT / "docs" / name for name in ("hosting.md", "without-compose.md", "runbook.md")]
NOT_OURS = {".git", ".venv", "var", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"}
"""Folders of a checkout that are not in the repository."""

_OF_CODE = {
    ".py",
    ".html",
    ".js",
    ".css",
    ".json",
    ".yaml",
    ".sh",
    ".txt",
    ".toml",
    ".template",
    ".conf",
}
_BLOCK = re.compile(r"^ *```[^\n]*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_DRAWING = re.compile(r"^ *```mermaid\n.*?^ *```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_NAME = re.compile(r"([A-Za-z_]\w*(?:\.\w+)*)(?:\([^()]*\))?")
_ANY_NAME = re.compile(r"(<\w+>|\*)")


def prose(page: Path) -> str:
    """Return a page without its code blocks; the other lines keep their numbers."""
    text = page.read_text(encoding="utf-8")
    return _BLOCK.sub(lambda block: "\n" * block[0].count("\n"), text)


def code(page: Path) -> list[str]:
    """List the code on a page by line: spans in backticks and blocks, without drawings."""
    spans = [" ".join(span.split()) for span in _SPAN.findall(prose(page))]
    text = _DRAWING.sub("", page.read_text(encoding="utf-8"))
    blocks = "\n".join(_BLOCK.findall(text))
    lines = re.sub(r"\\\n\s*", " ", blocks).splitlines()
    return [*spans, *(re.split(r"\s#\s", line)[0].strip() for line in lines)]


def words(page: Path) -> list[str]:
    """Return the words of that code."""
    return [word for line in code(page) for word in line.split()]


def names(page: Path) -> list[str]:
    """Return the names that code uses: `hold_people`, `Round.is_open`, `play(words)`."""
    found = [_NAME.fullmatch(line) for line in code(page)]
    return [one[1] for one in found if one]


def links(page: Path) -> list[str]:
    """Return the links of a page within the repository."""
    found = [one or other for one, other in _LINK.findall(_SPAN.sub("", prose(page)))]
    return [link for link in found if "://" not in link]


def anchors(page: Path) -> set[str]:
    """Return the anchors of its headings, as GitHub forms them."""
    headings = _HEADING.findall(prose(page))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def is_there(path: str) -> bool:
    """Return whether a path of the repository ends like this; `<slug>` and `*` match any name."""
    wanted = path.rstrip("/")
    if not _ANY_NAME.search(wanted):
        return wanted in _ends()
    parts = [
        "[^/]+" if number % 2 else re.escape(part)
        for number, part in enumerate(_ANY_NAME.split(wanted))
    ]
    pattern = re.compile("".join(parts))
    return any(pattern.fullmatch(end) for end in _ends())


@cache
def words_of_code() -> frozenset[str]:
    """Return every word of the files outside of these pages."""
    found: set[str] = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in (*NOT_OURS, "docs", "locale")]
        for path in (Path(folder, name) for name in files):
            if path.suffix in _OF_CODE or path.name == "Makefile":
                found.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return frozenset(found)


@cache
def _ends() -> frozenset[str]:
    """Yield every end of a path, from each of its parts on."""
    found = set()
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_OURS]
        parts = Path(folder).relative_to(ROOT).parts
        for name in (*folders, *names):
            whole = (*parts, name)
            found |= {"/".join(whole[begin:]) for begin in range(len(whole))}
    return frozenset(found)
