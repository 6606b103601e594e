"""Renderings of templates: what was rendered once for the same values is taken again.

A template sees the values that it is given and nothing else, so that the same values make the same
HTML for whoever looks: `{{ kept("place.html", seat=seat, place=place) }}`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import Any, TypeAlias, TypeVar

from django.conf import settings
from django.template.loader import get_template
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

Delta: TypeAlias = list[str | int]
R = TypeVar("R")

KEPT = 20_000
"""Renderings that a process keeps: about 20 MB."""

_language: ContextVar[str] = ContextVar("language", default="")


def language() -> str:
    """The language of what is being rendered, else the one that is active."""
    # To ask Django each time is a fifth of what a board costs.
    return _language.get() or translation.get_language() or ""


@contextmanager
def rendering_in(language: str) -> Iterator[None]:
    """Render in this language."""
    token = _language.set(language)
    try:
        with translation.override(language):
            yield
    finally:
        _language.reset(token)


class NotKept(RuntimeWarning):
    """A template is rendered anew each time: one of its values has no hash. In tests an error."""


def rendered(name: str, names: tuple[str, ...], values: tuple[Any, ...]) -> SafeString:
    """Render this template with these values, or take what was rendered for the same before."""
    # A safe string equals an unsafe one, and 1 equals True; their renderings may differ.
    kinds = tuple(map(type, values))
    return render_once(_rendered, name, names, values, kinds)


def render_once(
    make: Callable[..., R],
    template: str,
    names: tuple[Any, ...],
    values: tuple[Any, ...],
    more: Hashable = None,
) -> R:
    """What `make` makes of a template with these values, or has made before in this language.

    `names`: of the values. Values without a hash cannot be compared with those of before: that
    works, but is slow, and a `NotKept` warning.
    """
    try:
        if not settings.DEBUG:
            found: R = _kept(make, template, names, values, more, language())
            return found
    except TypeError:
        if _are_hashable(template, names, values):
            raise  # it was something else
    return make(template, names, values, more)


@lru_cache(maxsize=KEPT)
def _kept(
    make: Callable[..., Any],
    template: str,
    names: tuple[Any, ...],
    values: tuple[Any, ...],
    more: Hashable,
    language: str,
) -> Any:
    return make(template, names, values, more)


def _are_hashable(template: str, names: tuple[Any, ...], values: tuple[Any, ...]) -> bool:
    without = []
    for name, value in zip(names, values, strict=True):
        try:
            hash(value)
        except TypeError:
            without.append(str(name))
    for name in without:
        # Python says the same warning once a process.
        warnings.warn(f"{template} is never kept: {name} has no hash", NotKept, stacklevel=3)
    return not without


def _rendered(
    name: str, names: tuple[str, ...], values: tuple[Any, ...], _kinds: Hashable
) -> SafeString:
    return render(name, dict(zip(names, values, strict=True)))


def render(name: str, context: dict[str, Any]) -> SafeString:
    """Render a template with nothing but this context."""
    template = get_template(name) if settings.DEBUG else _template(name)
    return mark_safe(template.render(context))  # escaped where it was rendered


@cache
def _template(name: str) -> Any:
    # Django asks each of its engines each time.
    return get_template(name)


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
