"""Pages made of fragments: what was rendered once is taken again, and a page is sent as what is new.

A fragment is a template that sees the values it is given and nothing else, so that the same values
make the same HTML for whoever looks: `{{ fragment("place.html", seat=seat, place=place) }}`.
"""

from __future__ import annotations

import warnings
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
"""Stands in a page for the next of its fragments; no template and no escaped text contains it."""


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


class NotKept(RuntimeWarning):
    """A fragment is rendered anew each time: one of its values has no hash. In tests an error."""


def fragment(name: str, names: tuple[str, ...], values: tuple[Any, ...]) -> SafeString:
    """Render this template with these values, or take what was rendered for the same before.

    Returns its HTML, or a placeholder where a page is being collected. Values without a hash
    cannot be compared with those of before: that works, but is slow, and a `NotKept` warning.
    """
    # A safe string equals an unsafe one, and 1 equals True; their renderings may differ.
    kinds = tuple(map(type, values))
    kept = _are_hashable(name, names, values) and not settings.DEBUG
    render = _render if kept else _render.__wrapped__
    return placeholder(render(name, names, values, kinds, language()))


def _are_hashable(template: str, names: tuple[str, ...], values: tuple[Any, ...]) -> bool:
    try:
        hash(values)
    except TypeError:
        for name, value in zip(names, values, strict=True):
            try:
                hash(value)
            except TypeError:
                # Python says the same warning once a process.
                warnings.warn(
                    f"{template} is never kept: {name} has no hash", NotKept, stacklevel=2
                )
        return False
    return True


def fragments_of(rows: Iterable[SafeString]) -> SafeString:
    """Make a fragment of each of these rows, which were rendered elsewhere and are kept there."""
    return mark_safe("".join([placeholder(row) for row in rows]))  # each is safe


def placeholder(html: SafeString) -> SafeString:
    """Leave a placeholder for this piece of a page if the page is being collected, else itself."""
    sheet = _sheet.get()
    if sheet is None or sheet.collected is None:
        return html
    sheet.collected.append(html)
    return GAP


@lru_cache(maxsize=KEPT)
def _render(
    name: str, names: tuple[str, ...], values: tuple[Any, ...], kinds: object, language: str
) -> SafeString:
    token = _sheet.set(Sheet(language, None))  # a fragment within a fragment belongs to it
    try:
        html = get_template(name).render(dict(zip(names, values, strict=True)))
        return mark_safe(html)  # escaped where it was rendered
    finally:
        _sheet.reset(token)


@contextmanager
def collecting(language: str) -> Iterator[list[str]]:
    """Render a page in this language and collect its fragments, for `split` to put into place."""
    collected: list[str] = []
    token = _sheet.set(Sheet(language, collected))
    try:
        with translation.override(language):
            yield collected
    finally:
        _sheet.reset(token)


def split(page: str, fragments: Sequence[str]) -> tuple[str, ...]:
    """Split a page into its pieces in order: its own text, and the fragments collected from it."""
    texts = page.split(GAP)
    pieces = [texts[0]]
    for one, text in zip(fragments, texts[1:], strict=True):
        pieces += (one, text)
    return tuple(pieces)


def delta(before: Sequence[str], after: Sequence[str]) -> Delta:
    """What makes the pieces `after` of the pieces `before`, which a browser has already.

    A string is text; two numbers are a run of pieces that are there already: the index of the
    first, and how many.
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


def patch(before: Sequence[str], found: Delta) -> tuple[str, ...]:
    """Patch the pieces `before` with `delta(before, after)`: gives `after`, as a browser does it."""
    pieces: list[str] = []
    numbers = iter(found)
    for item in numbers:
        if isinstance(item, str):
            pieces.append(item)
        else:
            count = next(numbers)
            pieces += before[item : item + int(count)]
    return tuple(pieces)
