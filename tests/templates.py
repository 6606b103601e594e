"""The styles that a template's page loads, the templates that it includes, and their classes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / "templates"
PLATFORM = ROOT / "platform"

OPEN = "\0"
"""The part of a class that is known only at rendering: `is-{{ zone }}`."""

_COMMENT = re.compile(r"/\*.*?\*/|{#.*?#}|{% comment.*?endcomment %}|<!--.*?-->", re.DOTALL)
_TAKEN_IN = re.compile(r"""['"]([\w/.-]+\.html)['"]""")
_LINKED = re.compile(r"""rel="stylesheet"\s+href="{% static '([^']+)'""")
_IMPORTED = re.compile(r'@import url\("([^"]+)"\);')
_SELECTORS = re.compile(r"[^{};]+(?={)")
_CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")
_WORN = re.compile(r'\bclass="((?:{%.*?%}|{{.*?}}|[^"])*)"', re.DOTALL)
_BRACES = re.compile(r"{{.*?}}", re.DOTALL)
_TAG = re.compile(r"({%.*?%})", re.DOTALL)
_NAME = re.compile(r"{%-?\s*(\w+)")


@cache
def templates() -> dict[str, str]:
    """Return all of our templates except the admin's, without comments, by name."""
    return {
        path.relative_to(TEMPLATES).as_posix(): _COMMENT.sub("", path.read_text("utf-8"))
        for path in sorted(TEMPLATES.rglob("*.html"))
        if "admin" not in path.relative_to(TEMPLATES).parts
    }


def made_of(name: str) -> set[str]:
    """Return this template and all that it includes, directly or indirectly."""
    found: set[str] = set()
    ahead = {name}
    while ahead:
        found |= ahead
        named = {one for each in ahead for one in _TAKEN_IN.findall(templates()[each])}
        ahead = (named & templates().keys()) - found
    return found


def linked(names: set[str]) -> set[str]:
    """Return the styles that these templates put into a page's head, by their `static` names."""
    return {style for name in names for style in _LINKED.findall(templates()[name])}


def classes(text: str) -> set[str]:
    """Return the classes of a template's elements on every branch; OPEN replaces the braces."""
    return {
        word
        for worn in _WORN.findall(text)
        for written in _ways(iter(_TAG.split(_BRACES.sub(OPEN, worn))))[0]
        for word in written.split()
        if word.strip(OPEN)
    }


def _ways(parts: Iterator[str]) -> tuple[set[str], str]:
    """Return the possible texts of these parts (text and tags in turn) to the end of a branch, and
    the tag that ends it.
    """
    ways = {""}
    for part in parts:
        tag = _NAME.match(part)
        name = tag[1] if tag else ""
        if not name:
            ways = {way + part for way in ways}
        elif name == "if":
            choices: set[str] = set()
            while name != "endif":
                is_last = name == "else"
                branch, name = _ways(parts)
                choices |= branch
            ways = {way + one for way in ways for one in (choices if is_last else {*choices, ""})}
        elif name in ("elif", "else", "endif"):
            return ways, name
    return ways, "endif"


def source(style: str) -> Path:
    """Return the source file of a published style."""
    app, _, rest = style.partition("/")
    if app != "games":
        return PLATFORM / app / "static" / style
    slug, _, rest = rest.partition("/")
    return TEMPLATES / "games" / slug / "static" / rest


@cache
def defined(style: str) -> frozenset[str]:
    """Return the classes that this style defines, or a style that it imports."""
    text = _COMMENT.sub("", source(style).read_text("utf-8"))
    folder = posixpath.dirname(style)
    within = [posixpath.normpath(f"{folder}/{one}") for one in _IMPORTED.findall(text)]
    heads = " ".join(_SELECTORS.findall(_IMPORTED.sub("", text)))
    return frozenset(_CLASS.findall(heads)).union(*map(defined, within))
