"""Every address there is, as the table of addresses has them."""

from __future__ import annotations

import datetime
import itertools
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse
from django.urls.resolvers import RegexPattern

CONVERTED: dict[str, Any] = {
    "DateConverter": datetime.date(2026, 1, 1),
    "IntConverter": 1,
    "PathConverter": 1,
    "SlugConverter": "some-slug",
    "StringConverter": "some-text",
    "UUIDConverter": uuid.UUID(int=1),
}
"""A value that each converter of a route takes."""
GROUPS = ("1", "some-text", "agree", "void", "matches", "members")
"""Values of which each group of a regular expression takes one."""


def patterns(
    resolver: URLResolver | None = None, space: str = "", *, admin: bool = False
) -> Iterator[tuple[str, URLPattern]]:
    """Every pattern of the platform and its name with its app's; of Django's admin those with a name."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            if admin or pattern.namespace != "admin":
                inside = f"{pattern.namespace}:" if pattern.namespace else space
                yield from patterns(pattern, inside, admin=admin)
        elif pattern.name or not admin:
            yield f"{space}{pattern.name}", pattern


def every_page() -> Iterator[tuple[str, Callable[..., object]]]:
    """Every page and action of the platform: its name, and its view."""
    return ((name, pattern.callback) for name, pattern in patterns())


def address(name: str, pattern: URLPattern) -> str:
    """An address that leads to this view, whether there is something or not.

    Raises:
        NoReverseMatch: none of the values fits.
    """
    at = pattern.pattern
    if not isinstance(at, RegexPattern):
        kinds = {key: type(one).__name__ for key, one in at.converters.items()}
        return reverse(name, kwargs={key: CONVERTED[kind] for key, kind in kinds.items()})
    keys = list(at.regex.groupindex)
    for values in itertools.product(GROUPS, repeat=len(keys)):
        try:
            return reverse(name, kwargs=dict(zip(keys, values, strict=True)))
        except NoReverseMatch:
            continue
    raise NoReverseMatch(name)
