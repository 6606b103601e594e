"""Takes out of a line of the log what nobody is to find there: addresses of pages, of machines and of people.

An address of a page may be all that it takes to come in: an invitation, a key for a new password. So
the line names its route in its place, and nothing at all where it has none: what is left are the
files of the server itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from django.apps import apps
from django.conf import settings
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern, RoutePattern

ADDRESS, MACHINE, MAIL, LEFT_OUT = "(address)", "(ip)", "(mail)", "(left out)"

PLAIN = {"int", "uuid", "date"}
"""Converters that let numbers through, which open nothing by themselves."""

_RUN = re.compile(r"""[^\s"'`<>()\[\]{},;|\\]+""")
"""Text in which an address may stand: none of ours holds any of the other characters."""
_PIECE = re.compile(r"[^=&]+")
_SLASH = re.compile(
    r"%(?:25)*2f|%u002f|(?<!\\)\\+(?:/|x2f|u002f)|&(?:amp;)*(?:#0*47|#x0*2f|sol);", re.IGNORECASE
)
"""A slash as addresses, programs and pages encode it, once or again and again."""
_AGAIN = re.compile(r"%(?:25)+(?=[0-9a-f]{2})", re.IGNORECASE)
_LONGEST = 2_000
"""Characters of a run that is looked at; a longer one tells nobody anything, and takes as long as its sender likes."""
_MOST_OFTEN = 5
"""So often a run of text is decoded; what is encoded more often by then is shown to nobody."""
_IPV4 = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)")
_IPV6 = re.compile(r"(?<![\w:.])[0-9a-f:]{2,39}(?:\.\d{1,3}){0,3}(?:%\w+)?(?![\w:])", re.IGNORECASE)
_MAIL = re.compile(r"[^@]+@[^@][^@.]*\.[^@]+")
_ROW = re.compile(
    r"^DETAIL:.*?(?=\n(?:HINT|CONTEXT):|\n\n(?:The above|During)|\Z)", re.DOTALL | re.MULTILINE
)
"""In an error of PostgreSQL: the row that it is about, with all that stands in it."""
_GROUP = re.compile(r"\(\?P(<\w+>)[^)]*\)")
_ROOT = {folder.name for folder in Path("/").iterdir()}
"""With which the path of a file begins."""


def redacted(text: str) -> str:
    """This text with the routes of pages in place of their addresses, and nobody's address."""
    table = _table()
    if table is not None:
        text = table.parameters.sub(rf"\1{LEFT_OUT}", text)
    text = _ROW.sub(f"DETAIL:  {LEFT_OUT}", text)
    return _RUN.sub(lambda run: _hidden(run[0], table), _SLASH.sub("/", text))


def route(path: str) -> str | None:
    """The route of this path, as `/join/<slug:token>/`; None if it leads nowhere."""
    table = _table()
    return table.route(path) if table else None


@dataclass(frozen=True, slots=True)
class _Table:
    """What the table of addresses says."""

    roots: Sequence[URLResolver]
    literals: frozenset[str]
    """The words of routes in which there is a place for any text."""
    parameters: re.Pattern[str]
    """What stands behind the name of such a place, in the representation of arguments."""

    def route(self, path: str) -> str | None:
        for root in self.roots:
            try:
                found = root.resolve(path)
            except Resolver404:
                continue
            return "/" + _GROUP.sub(r"\1", found.route).lstrip("^/").removesuffix("$")
        return None


def _hidden(run: str, table: _Table | None) -> str:
    """This run of text as it is, if it hides nothing, however it is encoded."""
    if len(run) > _LONGEST:
        return LEFT_OUT
    readable = run
    for _ in range(_MOST_OFTEN):
        if (decoded := unquote(_AGAIN.sub("%", readable))) == readable:
            break
        readable = decoded
    else:
        return ADDRESS
    shown = _IPV4.sub(MACHINE, _IPV6.sub(_machine, _redacted_run(readable, table)))
    return run if shown == readable else shown


def _redacted_run(run: str, table: _Table | None) -> str:
    """What a line shows in place of this run of text."""
    run, asked, _ = run.partition("?")
    _, whole, rest = run.partition("://")
    if whole:
        path = rest.partition("/")[2]
        run = (table and table.route(f"/{path}")) or ADDRESS
    elif _MAIL.fullmatch(run):
        run = MAIL
    elif "/" in run:
        run = _PIECE.sub(lambda piece: _path(piece[0], table), run)
    return run + asked


def _path(text: str, table: _Table | None) -> str:
    if "/" not in text:
        return text
    if text.startswith("/"):
        of_page = table.route(text) if table else None
        return of_page or (text if text.split("/")[1] in _ROOT else ADDRESS)
    # A part of an address, or something else: `text/html`.
    return ADDRESS if table and table.literals & {*text.lower().split("/")} else text


def _machine(found: re.Match[str]) -> str:
    try:
        ip_address(found[0])
    except ValueError:
        return found[0]
    return MACHINE


def _table() -> _Table | None:
    """None before the table of addresses is loaded: until then nobody can ask for one, nor make one."""
    urls = sys.modules.get(settings.ROOT_URLCONF) if settings.configured and apps.ready else None
    if not urls or not hasattr(urls, "urlpatterns"):
        return None
    return _read_table(len(_sockets(len(sys.modules))))


@lru_cache(maxsize=1)
def _sockets(modules: int) -> list[Any]:
    """The routes of the sockets, of which only a web process loads any.

    `modules`: how many are loaded. Looking through them takes 3 ms, which each line of the log took.
    """
    return [
        pattern
        for name, module in [*sys.modules.items()]
        if name.endswith(".routing")
        for pattern in getattr(module, "websocket_urlpatterns", ())
    ]


@lru_cache(maxsize=2)
def _read_table(sockets: int) -> _Table:
    """The table, read anew when there are more sockets."""
    pages = get_resolver()
    routes = [*_routes(pages.url_patterns)]
    names = {name for _, found in routes for name in found}
    literals = {
        word.lower()
        for text, found in routes
        if found
        for word in re.findall(r"(?<![\w<:-])[\w-]+(?=/)", text)
    }
    return _Table(
        roots=(pages, URLResolver(RegexPattern(r"^/"), _sockets(len(sys.modules)))),
        literals=frozenset(literals),
        parameters=re.compile(
            rf"""(\b(?:{"|".join(sorted(names))})\b['"]?\)?\s*[:=]\s*b?['"(])[^\s'",)}}]+"""
        ),
    )


def _routes(
    patterns: Sequence[URLPattern | URLResolver],
    before: str = "",
    names: frozenset[str] = frozenset(),
) -> Iterator[tuple[str, frozenset[str]]]:
    """Each route, and the names of those of its parameters which any text may be."""
    for one in patterns:
        text, found = before + str(one.pattern), names | {*_texts(one.pattern)}
        if isinstance(one, URLResolver):
            # The words of the administration are names of tables, as common as `text`.
            if one.namespace != "admin":
                yield from _routes(one.url_patterns, text, found)
        else:
            yield text, found


def _texts(pattern: Any) -> Iterator[str]:
    if isinstance(pattern, RoutePattern):
        for place in re.findall(r"<(?:(\w+):)?(\w+)>", str(pattern)):
            if place[0] not in PLAIN:
                yield place[1]
    else:
        yield from getattr(pattern, "regex", re.compile("")).groupindex
