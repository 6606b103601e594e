"""A page's board after frames of the socket, as `matches/js/table/board.js` applies them."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any

import pytest
from django.template import engines
from jinja2 import DictLoader, FileSystemLoader

from core.rendering import cache, dependencies, fragments
from core.rendering import environment as boards
from core.rendering.delta import Delta, Run

VOID = frozenset({"input", "br", "hr", "img", "meta", "link", "use"})
KEPT = re.compile(r' (?:data-version|data-offers|data-deadline)="[^"]*"')
FLEETING = (
    re.compile(r"<(\w+)[^>]* data-moment[^>]*>.*?</\1>", re.DOTALL),
    re.compile(r' data-here(?![\w-])| data-deadline="[^"]*"|(?<=id="burn-words">)[^<]*'),
    re.compile(r'<button[^>]* yours__brief"[^>]*>.*?</button>\s*', re.DOTALL),
    re.compile(r'<div class="yours" id="yours">\s*</div>'),
)
"""Parts that a page changes by itself between two boards: moments, presence, the remaining time,
and the undo offer of a live table, which expires without a message.
"""


def patch_lines(before: Sequence[str], delta: Delta) -> tuple[str, ...]:
    """Return the lines that a page shows which had `before`, and received this delta."""
    lines: list[str] = []
    for part in _parts_of(delta):
        lines += [part] if isinstance(part, str) else before[part[0] : sum(part)]
    return tuple(lines)


def patch_text(before: str, delta: str | Delta) -> str:
    """Return the text that a page shows which had `before`, and received this delta."""
    if isinstance(delta, str):
        return delta
    return "".join(
        part if isinstance(part, str) else before[part[0] : sum(part)] for part in _parts_of(delta)
    )


def _parts_of(delta: Delta) -> Iterator[Run | str]:
    items = iter(delta)
    for item in items:
        yield item if isinstance(item, str) else (item, int(next(items)))


class _Finder(HTMLParser):
    """Finds the begin of an id's element, the end of its tag, and the end of its content."""

    def __init__(self, text: str, id_: str) -> None:
        super().__init__()
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.wanted, self.depth = id_, 0
        self.begin = self.inner = self.end = -1
        self.feed(text)

    @property
    def at(self) -> int:
        line, column = self.getpos()
        return self.starts[line - 1] + column

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if self.begin < 0 and dict(attrs).get("id") == self.wanted:
            self.begin, self.inner = self.at, self.at + len(self.get_starttag_text() or "")
            self.depth = 0
        if self.begin >= 0 and self.end < 0 and tag not in VOID:
            self.depth += 1

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if self.begin >= 0 and self.end < 0:
            self.depth -= 1
            if self.depth == 0:
                self.end = self.at


def applied(shown: str, frame: dict[str, Any], texts: dict[str, str]) -> str:
    """Return the board that a page shows after this frame.

    `texts`: the HTML of the parts that the page has received, by id; it is updated.
    """
    if "content" in frame:
        texts.clear()
        return str(frame["content"])
    for kind in fragments.HTML:
        for id_, change in frame.get(kind, {}).items():
            texts[id_] = patch_text(texts.get(id_, ""), change)
    for id_ in frame.get("fragments", {}):
        element, found = texts[id_], _find(shown, id_)
        closing = shown.index(">", found.end) + 1
        shown = shown[: found.begin] + element + shown[closing:]
    for id_ in frame.get("attributes", {}):
        found = _find(shown, id_)
        tag = shown[found.begin : found.inner]
        kept = "".join(KEPT.findall(tag))
        name = re.match(r"<(\w+)", tag)
        assert name is not None
        shown = f"{shown[: found.begin]}<{name[1]} {texts[id_]}{kept}>{shown[found.inner :]}"
    for id_, (gone, *new) in frame.get("lines", {}).items():
        found = _find(shown, id_)
        lines = re.findall(r"<li.*?</li>", shown[found.inner : found.end], re.DOTALL)
        shown = shown[: found.inner] + "".join([*lines[gone:], *new]) + shown[found.end :]
    for name, value in frame.get("data", {}).items():
        said = html.escape(json.dumps(value, separators=(",", ":")))
        shown = re.sub(rf'(?<=data-{name}=")[^"]*', said.replace("\\", "\\\\"), shown)
        if name == "version":
            shown = re.sub(r'(name="(?:seen|shown)" value=")[^"]*', rf"\g<1>{said}", shown)
    return shown


def still(board: str) -> str:
    """Return a board without its fleeting parts."""
    for what in FLEETING:
        board = what.sub("", board)
    return board


def _find(shown: str, id_: str) -> _Finder:
    found = _Finder(shown, id_)
    assert found.end >= 0, f"no {id_} in {shown}"
    return found


@contextmanager
def boards_of(templates: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Render boards from these templates, and keep no cached board from before or meanwhile."""
    environment = boards.environment(loader=FileSystemLoader([]), autoescape=True)
    environment.loader = DictLoader(templates)
    monkeypatch.setattr(cache, "get_template", environment.get_template)
    monkeypatch.setattr(engines["jinja2"], "env", environment)
    _forget()
    yield
    _forget()


def _forget() -> None:
    for kept in (
        cache._kept,
        cache._template,
        dependencies.reads_of,
        fragments._reads,
        fragments._plan,
    ):
        kept.cache_clear()
