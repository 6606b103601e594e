"""Pages made of parts: what was rendered once is taken again, and a page is sent as what is new.

A part is a template that sees the values it is given and nothing else, so that the same values
make the same HTML for whoever looks: `{{ part("place.html", seat=seat, place=place) }}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from django.conf import settings
from django.template.loader import get_template
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

Delta: TypeAlias = list[str | int]

KEPT = 20_000
"""Renderings that a process keeps: about 20 MB."""
GAP = mark_safe("\x00")
"""Stands in a page for the next of its parts; no template and no escaped text contains it."""


class Sheet(NamedTuple):
    """A page that is being rendered: its language, and what is set apart from it, if anything."""

    language: str
    collected: list[str] | None


_sheet: ContextVar[Sheet | None] = ContextVar("sheet", default=None)


def language() -> str:
    """The language of the page that is being rendered, else the one that is active."""
    sheet = _sheet.get()
    # To ask Django each time is a fifth of what a board costs.
    return translation.get_language() or "" if sheet is None else sheet.language


def part(name: str, names: tuple[str, ...], values: tuple[Any, ...]) -> SafeString:
    """This template with these values: kept, unless one of them cannot be compared (no hash)."""
    # A safe string equals an unsafe one, and 1 equals True; their renderings may differ.
    kinds = tuple(map(type, values))
    render = _render.__wrapped__ if settings.DEBUG or not _comparable(values) else _render
    return apart(render(name, names, values, kinds, language()))


def _comparable(values: tuple[Any, ...]) -> bool:
    try:
        hash(values)
    except TypeError:
        return False
    return True


def pieces(rows: Iterable[SafeString]) -> SafeString:
    """HTML that was rendered elsewhere and is kept there: each of these as a part of its own."""
    return mark_safe("".join([apart(row) for row in rows]))  # each is safe


def apart(html: SafeString) -> SafeString:
    """Set this piece of a page apart from what stands around it, if somebody collects."""
    sheet = _sheet.get()
    if sheet is None or sheet.collected is None:
        return html
    sheet.collected.append(html)
    return GAP


@lru_cache(maxsize=KEPT)
def _render(
    name: str, names: tuple[str, ...], values: tuple[Any, ...], kinds: object, language: str
) -> SafeString:
    token = _sheet.set(Sheet(language, None))  # a part within a part belongs to it
    try:
        html = get_template(name).render(dict(zip(names, values, strict=True)))
        return mark_safe(html)  # escaped where it was rendered
    finally:
        _sheet.reset(token)


@contextmanager
def collecting(language: str) -> Iterator[list[str]]:
    """A page in this language: set parts apart; `chunks` puts them into their places."""
    collected: list[str] = []
    token = _sheet.set(Sheet(language, collected))
    try:
        with translation.override(language):
            yield collected
    finally:
        _sheet.reset(token)


def chunks(page: str, parts: Sequence[str]) -> tuple[str, ...]:
    """The pieces of a page in order: its own text and the parts that were set apart from it."""
    texts = page.split(GAP)
    pieces = [texts[0]]
    for one, text in zip(parts, texts[1:], strict=True):
        pieces += (one, text)
    return tuple(pieces)


def delta(before: Sequence[str], after: Sequence[str]) -> Delta:
    """What somebody needs who has the pieces `before`, to make the page of the pieces `after`.

    A string is text; two numbers are a run of pieces that are there already: first, and how many.
    """
    known = {piece: index for index, piece in enumerate(before)}
    found: Delta = []
    run = 0
    for piece in after:
        index = known.get(piece)
        if index is None:
            found.append(piece)
            run = 0
        elif run and found[-2] + found[-1] == index:  # type: ignore[operator]  # both are numbers
            found[-1] = run = run + 1
        else:
            run = 1
            found += (index, run)
    return found


def whole(before: Sequence[str], found: Delta) -> tuple[str, ...]:
    """The pieces `after` again, from `delta(before, after)`; a browser does the same."""
    pieces: list[str] = []
    numbers = iter(found)
    for item in numbers:
        if isinstance(item, str):
            pieces.append(item)
        else:
            count = next(numbers)
            pieces += before[item : item + int(count)]
    return tuple(pieces)
