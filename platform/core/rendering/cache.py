"""A cache of rendered templates, by the values that they were rendered with.

A template sees only the values that it is given, so that the same values make the same HTML for
every viewer: `{{ kept("place.html", seat=seat, place=place) }}`.

What differs for each viewer, match or move, such as a CSRF token, is a `Blank`: the cache has a mark
in its place, which is replaced each time.
"""

from __future__ import annotations

import uuid
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.template.loader import get_template
from django.utils import translation
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

R = TypeVar("R")

_SECRET = uuid.uuid4()
"""The source of all marks. A page then draws the same random numbers whether or not it needs a mark
for the first time.
"""
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


class Blank(NamedTuple):
    """A value that a template prints as text, in an attribute or as the id in an address.

    The template must not compare it: it is rendered with a mark, for all values at once.
    """

    value: Any


class NotKept(RuntimeWarning):
    """A warning: a template is rendered each time, because one of its values has no hash. In tests
    an error.
    """


def rendered(name: str, names: tuple[str, ...], values: tuple[Any, ...]) -> SafeString:
    """Render this template with these values, or return the cached rendering; fill in its blanks."""
    # A safe string equals an unsafe one, and 1 equals True; their renderings may differ.
    kinds = tuple(map(type, values))
    if Blank not in kinds:
        return render_once(_rendered, name, names, values, kinds)
    marked = tuple(
        _mark(one) if kind is Blank else value
        for one, value, kind in zip(names, values, kinds, strict=True)
    )
    html: str = render_once(_rendered, name, names, marked, kinds)
    for mark, blank in zip(marked, values, strict=True):
        if type(blank) is Blank:
            html = html.replace(mark, conditional_escape(blank.value))
    return mark_safe(html)  # the template and `conditional_escape` have escaped it


def rendered_with_blanks(
    name: str, values: Mapping[str, Any], blanks: Mapping[str, Any]
) -> SafeString:
    """Return `rendered` with these values and these blanks."""
    filled = map(Blank, blanks.values())
    return rendered(name, (*values, *blanks), (*values.values(), *filled))


@cache
def _mark(blank: str) -> str:
    """Return the mark of this blank. It is random, so that no text of a user contains it, and has the
    form of an id.
    """
    return str(uuid.uuid5(_SECRET, blank))


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
