"""A cache of rendered templates, by the values that they were rendered with.

A template sees only the values that it is given, so that the same values make the same HTML for
every viewer: `{{ kept("place.html", seat=seat, place=place) }}`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.template.loader import get_template
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

R = TypeVar("R")

KEPT = 20_000
"""The most renderings that a process caches: about 20 MB."""

_language: ContextVar[str] = ContextVar("language", default="")


def language() -> str:
    """Return the language of the current rendering, otherwise the active one."""
    # A call to Django for it each time takes a fifth of the time of a board.
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
    """A warning: a template is rendered each time, because one of its values has no hash. In tests
    an error.
    """


def rendered(name: str, names: tuple[str, ...], values: tuple[Any, ...]) -> SafeString:
    """Render this template with these values, or return the cached rendering."""
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
    """Call `make` with a template and these values, or return its cached result in this language.

    `names`: of the values. Values without a hash cannot be compared with earlier ones: rendering
    them works, but is slow, and raises a `NotKept` warning.
    """
    try:
        if not settings.DEBUG:
            found: R = _kept(make, template, names, values, more, language())
            return found
    except TypeError:
        if _are_hashable(template, names, values):
            raise  # another TypeError
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
        # Python shows the same warning once in a process.
        warnings.warn(f"{template} is never cached: {name} has no hash", NotKept, stacklevel=3)
    return not without


def _rendered(
    name: str, names: tuple[str, ...], values: tuple[Any, ...], _kinds: Hashable
) -> SafeString:
    return render(name, dict(zip(names, values, strict=True)))


def render(name: str, context: dict[str, Any]) -> SafeString:
    """Render a template with this context only."""
    template = get_template(name) if settings.DEBUG else _template(name)
    return mark_safe(template.render(context))  # escaped where it was rendered


@cache
def _template(name: str) -> Any:
    # Cached, because Django searches all its engines each time.
    return get_template(name)
