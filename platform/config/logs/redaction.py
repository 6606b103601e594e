"""Redaction of log lines: it removes the addresses of pages, of machines and of people.

The address of a page may be enough to get in: an invitation, a key for a new password. So the line
has its route instead, or a placeholder if it has none. Paths of the server's own files stay.
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
"""Converters that accept only numbers and dates, which alone give no access."""

_RUN = re.compile(r"""[^\s"'`<>()\[\]{},;|\\]+""")
"""Text that may contain an address: ours have none of the excluded characters."""
_PIECE = re.compile(r"[^=&]+")
_SLASH = re.compile(
    r"%(?:25)*2f|%u002f|(?<!\\)\\+(?:/|x2f|u002f)|&(?:amp;)*(?:#0*47|#x0*2f|sol);", re.IGNORECASE
)
"""A slash as addresses, programs and pages encode it, once or repeatedly."""
_AGAIN = re.compile(r"%(?:25)+(?=[0-9a-f]{2})", re.IGNORECASE)
_LONGEST = 2_000
"""The longest run that is examined, in characters; a longer one is useless to readers, and its
sender could make the search slow.
"""
_MOST_OFTEN = 5
"""The most times that a run is decoded; a run with more levels of encoding is hidden."""
_IPV4 = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)")
_IPV6 = re.compile(r"(?<![\w:.])[0-9a-f:]{2,39}(?:\.\d{1,3}){0,3}(?:%\w+)?(?![\w:])", re.IGNORECASE)
_MAIL = re.compile(r"[^@]+@[^@][^@.]*\.[^@]+")
_ROW = re.compile(
    r"^DETAIL:.*?(?=\n(?:HINT|CONTEXT):|\n\n(?:The above|During)|\Z)", re.DOTALL | re.MULTILINE
)
"""The row in an error of PostgreSQL, with all its values."""
_GROUP = re.compile(r"\(\?P(<\w+>)[^)]*\)")
_ROOT = {folder.name for folder in Path("/").iterdir()}
"""The first folders of file paths."""


def redacted(text: str) -> str:
    """Return this text with routes instead of addresses of pages, and without addresses of machines
    and people.
    """
    table = _table()
    if table is not None:
        text = table.parameters.sub(rf"\1{LEFT_OUT}", text)
    text = _ROW.sub(f"DETAIL:  {LEFT_OUT}", text)
    return _RUN.sub(lambda run: _hidden(run[0], table), _SLASH.sub("/", text))


def route(path: str) -> str | None:
    """Return the route of this path, such as `/join/<slug:token>/`; None if it has none."""
    table = _table()
    return table.route(path) if table else None


@dataclass(frozen=True, slots=True)
class _Table:
    """The data that redaction needs from the URL configuration."""

    roots: Sequence[URLResolver]
    literals: frozenset[str]
    """The words of routes that have a parameter of any text."""
    parameters: re.Pattern[str]
    """Matches the value after such a parameter's name, in the representation of arguments."""

    def route(self, path: str) -> str | None:
        for root in self.roots:
            try:
                found = root.resolve(path)
            except Resolver404:
                continue
            return "/" + _GROUP.sub(r"\1", found.route).lstrip("^/").removesuffix("$")
        return None


def _hidden(run: str, table: _Table | None) -> str:
    """Return this run of text, redacted unless it contains no address in any encoding."""
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
    """Return the redacted form of this run of text."""
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
    # A part of an address, or something else, such as `text/html`.
    return ADDRESS if table and table.literals & {*text.lower().split("/")} else text


def _machine(found: re.Match[str]) -> str:
    try:
        ip_address(found[0])
    except ValueError:
        return found[0]
    return MACHINE


def _table() -> _Table | None:
    """Return the table; None before the URL configuration is loaded, when no request can have been
    made.
    """
    urls = sys.modules.get(settings.ROOT_URLCONF) if settings.configured and apps.ready else None
    if not urls or not hasattr(urls, "urlpatterns"):
        return None
    return _read_table(len(_sockets(len(sys.modules))))


@lru_cache(maxsize=1)
def _sockets(modules: int) -> list[Any]:
    """Return the routes of the sockets, which only a web process loads.

    `modules`: the number of loaded ones. Searching them takes 3 ms, too long for each line of the
    log.
    """
    return [
        pattern
        for name, module in [*sys.modules.items()]
        if name.endswith(".routing")
        for pattern in getattr(module, "websocket_urlpatterns", ())
    ]


@lru_cache(maxsize=2)
def _read_table(sockets: int) -> _Table:
    """Return the table; it is read again when there are more sockets."""
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
    """Yield each route, with the names of its parameters that may be any text."""
    for one in patterns:
        text, found = before + str(one.pattern), names | {*_texts(one.pattern)}
        if isinstance(one, URLResolver):
            # The words of the admin are names of tables, as common as `text`.
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
